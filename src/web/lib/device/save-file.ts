const REVOKE_AFTER_MS = 60_000; // long, because a phone may first ask where to save the file, and needs the URL until the user has answered

export const saveFile = ({ name, type, text }: { name: string; type: string; text: string }): void =>
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));

const IN_APP = /Instagram|FBAN|FBAV|FB_IAB|musical_ly|BytedanceWebview|TikTok|Snapchat|Pinterest|Viber/;

/** False in the browsers of other apps: they save no file that a page has made. */
export const savesFiles = (): boolean => !IN_APP.test(navigator.userAgent);

/** Saves a file on the device. In the browser of another app, says how to open the page in one that saves files. */
export function saveBlob(name: string, blob: Blob): void {
  if (!savesFiles()) {
    void import('./not-saved.ts').then(({ sayNotSaved }) => sayNotSaved());
    return;
  }
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
}
