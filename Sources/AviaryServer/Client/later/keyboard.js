/**
 * How much of the window an on-screen keyboard covers, for style sheets: `--keyboard` on the root, in points. A part that a page
 * loads with the first focus, where the keyboard lies over the page: on iOS. Elsewhere the window gets smaller.
 */

/** Toolbars of the browser cover less, and no keyboard does, in points. */
const least = 100;

/**
 * @param {VisualViewport} viewport what is seen of the page
 * @param {HTMLElement} root as high as the window without a keyboard
 */
export default (viewport = /** @type {VisualViewport} */ (window.visualViewport), root = document.documentElement) => {
  const tell = () => {
    const covered = Math.round(root.clientHeight - viewport.offsetTop - viewport.height);
    // A page that is zoomed shows a part of itself, whatever covers it.
    if (covered >= least && viewport.scale < 1.01) root.style.setProperty("--keyboard", `${covered}px`);
    else root.style.removeProperty("--keyboard");
  };
  for (const event of ["resize", "scroll"]) viewport.addEventListener(event, tell);
  tell();
};
