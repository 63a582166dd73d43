// The rule for add-ons has its own file, so that the booking page loads it only with the list of services.
/** Refuses clients and visitors who choose only add-ons; the owner may choose only add-ons. */
export const addonRefusal = (
  services: readonly { readonly is_addon: 0 | 1 }[],
  isStaff: boolean,
): 'addon_alone' | undefined =>
  !isStaff && services.length > 0 && services.every(({ is_addon }) => is_addon === 1)
    ? 'addon_alone'
    : undefined;
