import { expect, test } from 'vitest';
import { withIconFiles, withoutMetadata } from './icons.ts';

const files = new Map([
  ['Bell', 'bell'],
  ['CircleAlert', 'circle-exclamation-point'],
]);

test('withIconFiles imports each icon from its own file and keeps the local name', () => {
  const code = `import { Bell, CircleAlert as Alert } from "lucide-react";\nimport x from 'y';`;
  expect(withIconFiles(code, files)).toBe(
    "import Bell from 'lucide-react/icons/bell'; import Alert from 'lucide-react/icons/circle-exclamation-point';\nimport x from 'y';",
  );
});

test.each([
  ['[["path", { d: "m15 18", key: "1wnfg3" }]]', '[["path", { d: "m15 18" }]]'],
  ['[\n    ["rect", {\n d: "M3",\n key: "r6nss1"\n }]\n  ]', '[\n    ["rect", {\n d: "M3"\n }]\n  ]'],
])('keeps only the shapes of an icon: %s', (node, shapes) => {
  const file = `const __iconData = {\n  name: "house",\n  size: 24,\n  node: ${node},\n  aliases: ["home"]\n};`;
  expect(withoutMetadata(file)).toContain(`createIcon(${shapes});`);
});

test('withIconFiles throws if the package has no icon of the imported name', () => {
  expect(() => withIconFiles(`import { Bel } from 'lucide-react';`, files)).toThrow('Bel');
});
