/** What the owner confirms before a picture is published; kept with the work. docs/spec/behaviour.md §30.3 */
export const CONSENT = 'Klijentkinja je saglasna da se slika objavi';
