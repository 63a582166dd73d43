/** Refuses services that are all add-ons, unless the owner or a technician chooses them. Has its own file, because pages need it only after the first render. */
export const addonRefusal = (
  services: readonly { readonly is_addon: 0 | 1 }[],
  isStaff: boolean,
): 'addon_alone' | undefined =>
  !isStaff && services.length > 0 && services.every(({ is_addon }) => is_addon === 1)
    ? 'addon_alone'
    : undefined;
