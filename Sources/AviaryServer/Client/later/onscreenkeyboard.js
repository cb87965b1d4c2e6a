/**
 * Sets `--keyboard` on the root for style sheets: the height of the part of the browser window that an on-screen
 * keyboard covers, in points. This part of the client (`later.js`) begins with the first focus on iOS, where the
 * keyboard lies over the page. In other browsers the window shrinks.
 */

/** The least height of a keyboard, in points. Toolbars of the browser cover less. */
const least = 100;

/**
 * @param {VisualViewport} viewport the visible part of the page
 * @param {HTMLElement} root as high as the browser window without a keyboard
 */
export default (viewport = /** @type {VisualViewport} */ (window.visualViewport), root = document.documentElement) => {
  const update = () => {
    const covered = Math.round(root.clientHeight - viewport.offsetTop - viewport.height);
    // A zoomed page shows only a part of itself, so its viewport says nothing about a keyboard.
    if (covered >= least && viewport.scale < 1.01) root.style.setProperty("--keyboard", `${covered}px`);
    else root.style.removeProperty("--keyboard");
  };
  for (const event of ["resize", "scroll"]) viewport.addEventListener(event, update);
  update();
};
