// Popovers for browsers that have none: a button with `popovertarget` shows or hides the element of that id, which has
// the class `popover`. As in browsers that have them, one is open at a time, and Escape or a click beside closes it.
(() => {
  if ("showPopover" in HTMLElement.prototype) return;
  document.documentElement.classList.add("without-popovers");
  let open = null;
  let opener = null;

  function turn(popover, isOpen) {
    popover.toggleAttribute("data-open", isOpen); // a class would go when the page is redrawn
    const states = { oldState: isOpen ? "closed" : "open", newState: isOpen ? "open" : "closed" };
    popover.dispatchEvent(Object.assign(new Event("toggle"), states));
  }

  function close() {
    if (!open) return;
    const hadFocus = open.contains(document.activeElement);
    if (open.isConnected) turn(open, false);
    open = null;
    if (hadFocus) opener.focus();
  }

  function click(event) {
    const button = event.target.closest?.("[popovertarget]");
    const popover = button && document.getElementById(button.getAttribute("popovertarget"));
    const wasOpen = popover === open;
    if (!popover && open?.contains(event.target)) return;
    close();
    if (!popover || wasOpen || button.getAttribute("popovertargetaction") === "hide") return;
    [open, opener] = [popover, button];
    turn(popover, true);
  }

  document.addEventListener("click", click);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
})();
