/** Keeps an element in the topmost modal dialog, or else in the page: a modal makes everything outside inert and covers it. Returns a function that ends this. */
export function keepOnTop(place: HTMLElement, put: (top: Element, isDialog: boolean) => void): () => void {
  const move = () => {
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
    const top = dialog ?? document.body;
    if (place.parentElement !== top) put(top, dialog !== undefined);
  };
  const observer = new MutationObserver(move);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
  move();
  return () => {
    observer.disconnect();
    place.remove();
  };
}
