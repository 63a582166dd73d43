const FORGET_AFTER_MS = 60_000; // a phone may ask first where to put it

export interface SavedFile {
  name: string;
  /** 'text/csv' */
  type: string;
  text: string;
}

/** Hands a text to the browser as a file. */
export function saveFile({ name, type, text }: SavedFile): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), FORGET_AFTER_MS);
}
