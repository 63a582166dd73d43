const REVOKE_AFTER_MS = 60_000; // long, because a phone may first ask where to save the file, and needs the URL until the user has answered

export const saveFile = ({ name, type, text }: { name: string; type: string; text: string }): void =>
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));

export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
}
