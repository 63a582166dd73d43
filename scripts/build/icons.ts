import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const IMPORT = /import \{([^}]*)\} from ["']lucide-react["'];?/g;
const EXPORT = /export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g;

/** Maps every icon name, including aliases, to the file of the icon. */
function iconFiles(index: string): ReadonlyMap<string, string> {
  const lines = [...index.matchAll(EXPORT)];
  return new Map(
    lines.flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, file] as const),
    ),
  );
}

/** Replaces `import { Bell, X as Close }` from the package index with one import per icon file. */
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

const ICON_FILE = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs(\?|$)/; // allows a query, because `npm run dev` adds one to the path
const SHAPES = /^ {2}node: (\[\[.*\]\]|\[\n[\s\S]*?\n {2}\])/m;

/**
 * Reduces the file of an icon to its shapes: names, aliases and React keys would add 25 bytes per icon to every page.
 */
export function withoutMetadata(code: string): string {
  const shapes = SHAPES.exec(code)?.[1];
  if (!shapes) throw new Error(`lucide-react's icons have another form: ${code}`);
  const drawn = shapes.replaceAll(/,?\s*key: "\w+"/g, '');
  return `import createIcon from '../createLucideIcon.mjs';\nexport default createIcon(${drawn});\n`;
}

/**
 * Replaces lucide-react's icon component with src/web/stand-ins/icon.ts, which is 1.4 kB smaller. Imports each icon
 * from its own file; if pages imported the package index, the first page's chunk would contain all icons.
 */
export function smallIcons(web: string): Plugin {
  const index = join(web, '../../node_modules/lucide-react/dist/esm/lucide-react.mjs');
  let files: ReadonlyMap<string, string> | undefined;
  return {
    name: 'small-icons',
    resolveId: {
      order: 'pre',
      filter: { id: /createLucideIcon\.mjs$/ },
      handler: (_, importer) => (importer?.includes('/icons/') ? join(web, 'stand-ins/icon.ts') : null),
    },
    transform: {
      filter: { id: [/\/src\/web\/.*\.tsx?$/, ICON_FILE], code: /lucide-react/ },
      handler(code, id) {
        if (ICON_FILE.test(id)) return { code: withoutMetadata(code), map: null };
        files ??= iconFiles(readFileSync(index, 'utf8'));
        return { code: withIconFiles(code, files), map: null };
      },
    },
  };
}
