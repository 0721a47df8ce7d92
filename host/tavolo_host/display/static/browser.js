// Shows a sentence in place of the page where the browser lacks what the page needs. Old browsers have to understand
// this script, so it is written in the JavaScript of 2009.
(function () {
  var words = document.currentScript.dataset;

  function isNewEnough() {
    return (
      window.CSS &&
      CSS.supports &&
      CSS.supports("selector(:has(*))") &&
      CSS.supports("width: 1cqw") &&
      window.HTMLScriptElement.supports &&
      HTMLScriptElement.supports("importmap")
    );
  }

  function keepsCookies() {
    try {
      document.cookie = "tried=1;path=/;samesite=lax";
      var isKept = /(^|; )tried=1/.test(document.cookie);
      document.cookie = "tried=;path=/;max-age=0;samesite=lax";
      return isKept;
    } catch (refused) {
      return false;
    }
  }

  var lacking = isNewEnough() ? (keepsCookies() ? "" : words.cookies) : words.old;
  if (!lacking) return;
  window.stop(); // else the page loads itself again and again
  document.documentElement.innerHTML = "<head><title>Tavolo</title></head><body><h1>Tavolo</h1><p></p></body>";
  document.body.style.cssText = "font: 18px/1.5 Georgia, serif; max-width: 30em; margin: 10vh auto; padding: 0 1em";
  document.querySelector("p").textContent = lacking;
})();
