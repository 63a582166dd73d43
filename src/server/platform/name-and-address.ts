const NAME_AND_ADDRESS = /^(.*)<([^<>]*)>\s*$/;

/** 'Salon <salon@primer.rs>' in its parts, the name may hold a comma; a text without <…> is an address alone. */
export function nameAndAddress(text: string): { name: string | undefined; address: string } {
  const [, name, address = text] = NAME_AND_ADDRESS.exec(text) ?? [];
  return { name: name?.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() };
}
