/** Where clients reach the salon's pages, without a path: as the server knows it, else as this browser does. */
export const pagesAddress = ({ public_url }: { public_url: string }): string =>
  public_url.replace(/\/+$/, '') || window.location.origin;

/** An address as people read it: 'lunula.rs', without what every address begins with. */
export const withoutScheme = (address: string): string => address.replace(/^https?:\/\//, '');
