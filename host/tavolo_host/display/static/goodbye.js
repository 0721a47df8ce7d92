// What the page says when the program ends, in place of NiceGUI's words about a lost connection. When the program is
// there again, NiceGUI's socket finds it, and loads the page.
const tavoloGoodbye = (() => {
  const { closed, back } = document.currentScript.dataset;
  return () => {
    const popup = document.getElementById("popup");
    popup.style.transitionDelay = "0s";
    popup.replaceChildren(
      ...[closed, back].map((words) => Object.assign(document.createElement("span"), { textContent: words })),
    );
    popup.ariaHidden = "false";
  };
})();
