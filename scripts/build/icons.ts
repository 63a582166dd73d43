import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const IMPORT = /import \{([^}]*)\} from ["']lucide-react["'];?/g;
const EXPORT = /export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g;

/** The file of each icon, by all its names, from the index of the package. */
function iconFiles(index: string): ReadonlyMap<string, string> {
  const lines = [...index.matchAll(EXPORT)];
  return new Map(
    lines.flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, file] as const),
    ),
  );
}

/** `import { Bell, X as Close }` from the index as an import from each icon's own file. */
export function withIconFiles(code: string, files: ReadonlyMap<string, string>): string {
  return code.replaceAll(IMPORT, (_, names: string) =>
    names
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
      .map((one) => {
        const [name = '', own = name] = one.split(' as ');
        const file = files.get(name);
        if (!file) throw new Error(`lucide-react has no icon ${name}.`);
        return `import ${own} from 'lucide-react/icons/${file}';`;
      })
      .join(' '),
  );
}

/**
 * Icons are drawn by src/web/stand-ins/icon.ts: the package's own way handles options that no page uses, 1.4 kB on each phone. Imported
 * from its own file each goes where it is used; through the index, all would go with the first page.
 */
export function smallIcons(web: string): Plugin {
  const index = join(web, '../../node_modules/lucide-react/dist/esm/lucide-react.mjs');
  let files: ReadonlyMap<string, string> | undefined;
  return {
    name: 'small-icons',
    apply: 'build',
    resolveId: {
      order: 'pre',
      filter: { id: /createLucideIcon\.mjs$/ },
      handler: (_, importer) => (importer?.includes('/icons/') ? join(web, 'stand-ins/icon.ts') : null),
    },
    transform: {
      filter: { id: /\/src\/web\/.*\.tsx?$/, code: /lucide-react/ },
      handler(code) {
        files ??= iconFiles(readFileSync(index, 'utf8'));
        return { code: withIconFiles(code, files), map: null };
      },
    },
  };
}
