/** The thumbnail of a new picture is named after the picture; a short index finds the names, so that backups stay small. docs/spec/behaviour.md §30.2 */
export const name = 'names of pictures';

export function statements(): string[] {
  return [
    `drop index pictures_by_file;`,
    `drop index pictures_by_thumb;`,
    `create index pictures_by_name on pictures (substr(file, 1, 8));`,
    `create index pictures_by_thumb on pictures (thumb) where thumb <> '';`,
  ];
}
