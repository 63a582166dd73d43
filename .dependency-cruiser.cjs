// Who may import whom: ARCHITECTURE.md's table as rules. Each is proven by a planted violation in scripts/checks/walls.test.ts.
const TEST = '\\.test\\.tsx?$';
const SHARED_WEB = 'api/|ui/|frame/';

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  {
    name: 'salon-knows-only-itself',
    comment:
      'A rule is plain data in, plain data out: no npm, Node, DOM or clock, so it holds on the server and on the web.',
    from: { path: '^src/salon/', pathNot: TEST },
    to: { pathNot: '^src/salon/' },
  },
  {
    name: 'contract-knows-salon-and-zod',
    comment: 'What travels is described once, for both sides, so it cannot stand on either.',
    from: { path: '^src/contract/', pathNot: TEST },
    to: { pathNot: ['^src/(contract|salon)/', 'node_modules/zod/'] },
  },
  {
    name: 'platform-knows-no-feature',
    comment: 'The ground does not know the house: a feature can be taken out without touching it.',
    from: { path: '^src/server/platform/', pathNot: TEST },
    to: { path: '^src/server/(?!platform/)' },
  },
  {
    name: 'features-meet-at-their-verbs',
    comment:
      "Another feature's verb keeps its rules (book, tell the client); its queries and routes would go round them.",
    from: { path: '^src/server/(?!platform/)([^/]+)/', pathNot: TEST },
    to: {
      path: '^src/server/.+[/-](queries|routes)(\\.ts$|/)',
      pathNot: ['^src/server/platform/', '^src/server/$1/'],
    },
  },
  {
    name: 'server-is-assembled-at-the-top',
    comment: 'app.ts knows the features; a feature that knows app.ts knows all others.',
    from: { path: '^src/server/[^/]+/', pathNot: TEST },
    to: { path: '^src/server/[^/]+\\.ts$' },
  },
  {
    name: 'ui-knows-no-salon-word',
    comment: 'A button or a dialog serves any screen: it takes what it shows, and fetches nothing.',
    from: { path: '^src/web/ui/', pathNot: TEST },
    to: { path: ['^src/(?!web/ui/)', 'node_modules/@tanstack/'] },
  },
  {
    name: 'frame-and-api-know-no-screen',
    comment: 'Every page loads them; a screen they knew would be loaded with every page.',
    from: { path: '^src/web/(api|frame)/', pathNot: TEST },
    to: { path: `^src/web/(?!${SHARED_WEB})[^/]+/` },
  },
  {
    name: 'public-pages-stay-light',
    comment: 'What a visitor loads on a phone holds nothing of the other screens.',
    from: { path: '^src/web/(booking|auth|services)/', pathNot: TEST },
    to: { path: `^src/web/(?!$1/|${SHARED_WEB})[^/]+/` },
  },
  {
    name: 'screens-lend-components-only',
    comment:
      "Home, profile and the admin's screens may show another's component; its hooks and helpers are its own.",
    from: { path: `^src/web/(?!${SHARED_WEB})([^/]+)/`, pathNot: TEST },
    to: { path: `^src/web/(?!$1/|${SHARED_WEB})[^/]+/.*\\.ts$` },
  },
  {
    name: 'web-is-assembled-at-the-top',
    comment:
      'The routes know the screens and load each when it is asked for; a way back would tie them into one.',
    from: { path: '^src/web/[^/]+/', pathNot: TEST },
    to: { path: '^src/web/(main|app|routes)\\.tsx?$' },
  },
  {
    name: 'web-knows-no-server',
    comment: 'They meet in the contract. Server code in the browser is a leak.',
    from: { path: '^src/web/' },
    to: { path: ['^src/server/', '^migrations/'] },
  },
  {
    name: 'server-knows-no-web',
    comment: 'They meet in the contract.',
    from: { path: '^src/server/' },
    to: { path: '^src/web/' },
  },
  {
    name: 'web-takes-types-of-the-contract',
    comment: 'The shapes as values would bring all of zod to the phone: 23 kB for nothing.',
    from: { path: '^src/web/', pathNot: TEST },
    to: {
      path: '^src/contract/',
      pathNot: '^src/contract/refusals\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'refusals-are-plain',
    comment: 'The one part of the contract whose values the web takes: sentences, and nothing behind them.',
    from: { path: '^src/contract/refusals\\.ts$' },
    to: { dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'web-takes-zod-mini',
    comment: '5.5 kB instead of 23.',
    from: { path: '^src/web/', pathNot: TEST },
    to: {
      path: 'node_modules/zod/',
      pathNot: 'node_modules/zod/(v4/)?mini/',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'web-runs-in-a-browser',
    comment:
      "No Node there, and the server's packages (dependencies; the browser's are devDependencies) do not run there.",
    from: { path: '^src/web/', pathNot: TEST },
    to: { dependencyTypes: ['core', 'npm'], pathNot: 'node_modules/zod/' },
  },
  {
    name: 'server-runs-without-dev-packages',
    comment: 'An installation may leave them out.',
    from: { path: '^(src/(server|contract|salon)|migrations)/', pathNot: TEST },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'packages-are-declared',
    comment: 'A package that came along with another one goes with it too.',
    from: {},
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'imports-are-found',
    comment: 'A path that leads nowhere also hides what should have been checked behind it.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'product-knows-no-test',
    comment: 'What runs in the salon does not depend on what proves it.',
    from: { path: '^(src|migrations)/', pathNot: TEST },
    to: { path: ['^(test|scripts)/', TEST] },
  },
  {
    name: 'no-barrels',
    comment: 'An index that re-exports hides who needs what. The contract has one, the list of all entries.',
    from: {},
    to: { path: '^src/.*/index\\.tsx?$', pathNot: '^src/contract/index\\.ts$' },
  },
  {
    name: 'other-areas-by-name',
    comment: "'#salon/slot.ts' says at a glance that a wall is crossed; '../../../salon/slot.ts' does not.",
    from: { path: '^src/([^/]+)/' },
    to: {
      path: '^src/(salon|contract)/',
      pathNot: '^src/$1/',
      dependencyTypesNot: ['aliased-subpath-import'],
    },
  },
  {
    name: 'own-area-by-place',
    comment:
      "Inside an area a relative path shows how near it is; '#' there would look like a wall that is none.",
    from: { path: '^src/([^/]+)/' },
    to: { path: '^src/$1/', dependencyTypes: ['aliased-subpath-import'] },
  },
  {
    name: 'no-cycles',
    comment: 'Two files that need each other are one file, or hide a third.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-orphans',
    comment: 'Code that nobody asked for.',
    from: { orphan: true, path: '^src/', pathNot: [TEST, '\\.d\\.ts$'] },
    to: {},
  },
  {
    name: 'used-by-the-product',
    comment: 'A rule that only its own test uses is dead.',
    from: { path: '^(src/server/main\\.ts|src/web/main\\.tsx|scripts/[^/]+\\.ts)$' },
    to: { path: '^src/', pathNot: [TEST, '\\.d\\.ts$', '^src/(server|web)/main\\.tsx?$'], reachable: false },
  },
];

module.exports = {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true, // imports of types are dependencies too
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
