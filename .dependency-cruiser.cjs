// The import rules of ARCHITECTURE.md. A test checks that each rule finds a violation.
const TEST = '\\.test\\.tsx?$';
/** The build puts these files in place of modules of npm packages; no source file imports a file of this folder. */
const STAND_IN = '^src/web/stand-ins/';
/** Matches feature folders; the folders platform, lib, ui and app are not features. */
const FEATURE = '^src/(server/(?!platform)|web/(?!(app|lib|ui)$))[^/]+$';
const SHARED_WEB = 'lib/|ui/|app/|stand-ins/';

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  {
    name: 'domain-imports-only-domain',
    comment:
      'Rules are pure functions without npm packages, Node, DOM or clock, so they run on the server and in the browser.',
    from: { path: '^src/domain/', pathNot: TEST },
    to: { pathNot: '^src/domain/' },
  },
  {
    name: 'contract-imports-domain-and-zod',
    comment:
      'Requests and responses are described once for both sides, so the contract cannot depend on either.',
    from: { path: '^src/contract/', pathNot: TEST },
    to: { pathNot: ['^src/(contract|domain)/', 'node_modules/zod/'] },
  },
  {
    name: 'platform-imports-no-feature',
    comment: 'Removing a feature does not touch the platform.',
    from: { path: '^src/server/platform/', pathNot: TEST },
    to: { path: '^src/server/(?!platform/)' },
  },
  {
    name: 'features-export-one-file',
    comment:
      'A server feature is used by others through the file named after it (waitlist/waitlist.ts); its queries and routes are its own.',
    from: { path: '^src/server/(?!platform/)([^/]+)/', pathNot: TEST },
    to: {
      path: '^src/server/(?!platform/)([^/]+)/',
      pathNot: ['^src/server/$1/', '^src/server/([^/]+)/\\1\\.ts$'],
    },
  },
  {
    name: 'server-is-assembled-at-the-top',
    comment: 'app.ts knows the features; a feature that knows app.ts knows all others.',
    from: { path: '^src/server/[^/]+/', pathNot: TEST },
    to: { path: '^src/server/[^/]+\\.ts$' },
  },
  {
    name: 'ui-knows-no-feature',
    comment:
      "A button or a dialog serves any screen: it takes what it shows, and fetches nothing. Date and time fields know the wall clock, a link to call knows how a number is dialled, and all speak the reader's language.",
    from: { path: '^src/web/ui/', pathNot: TEST },
    to: {
      path: ['^src/(?!web/ui/)', 'node_modules/@tanstack/react-query/'],
      pathNot:
        '^src/domain/(wall-clock|limits|clients/phone|wording/(dates|numbers)|language/translate)\\.ts$',
    },
  },
  {
    name: 'lib-and-app-know-no-screen',
    comment:
      'Every page loads them; a screen they knew would be loaded with every page. The chunk of session-end.tsx loads when a session has ended, that of search-dialog.tsx when the search opens.',
    from: {
      path: '^src/web/(lib|app)/',
      pathNot: [TEST, '^src/web/app/(routes|main|session-end|search-dialog)\\.tsx$'],
    },
    to: { path: `^src/web/(?!${SHARED_WEB})[^/]+/` },
  },
  {
    name: 'lib-knows-no-app',
    comment: 'The layout depends on the library, not the other way round.',
    from: { path: '^src/web/lib/', pathNot: TEST },
    to: { path: '^src/web/app/' },
  },
  {
    name: 'public-pages-stay-light',
    comment:
      'Pages for visitors load no code of other screens. The two named files are chunks for the owner; technicians/ and pictures/ are for all.',
    from: {
      path: '^src/web/(booking|services)/',
      pathNot: [TEST, '^src/web/(booking/booked-by-owner|services/manage-services-page)\\.tsx$'],
    },
    to: { path: `^src/web/(?!$1/|(technicians|pictures)/|${SHARED_WEB})[^/]+/` },
  },
  {
    name: 'screens-lend-components-only',
    comment: "A screen may show another feature's component; its hooks and functions are its own.",
    from: { path: `^src/web/(?!${SHARED_WEB})([^/]+)/`, pathNot: TEST },
    to: { path: `^src/web/(?!$1/|${SHARED_WEB})[^/]+/.*\\.ts$` },
  },
  {
    name: 'web-is-assembled-at-the-top',
    comment:
      'The routes know the screens and load each when it is asked for; a way back would tie them into one.',
    from: { path: '^src/web/(?!app/)[^/]+/', pathNot: TEST },
    to: { path: '^src/web/app/' },
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
      pathNot: '^src/contract/(owner-)?page-errors\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'errors-are-plain',
    comment:
      'The parts of the contract whose values the web takes: sentences, and the plural of their words.',
    from: { path: '^src/contract/(owner-)?page-errors\\.ts$' },
    to: {
      pathNot: '^src/(domain/(wording/|language/translate\\.ts$)|contract/page-errors\\.ts$)',
      dependencyTypesNot: ['type-only'],
    },
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
    comment: 'An installation may omit devDependencies.',
    from: { path: '^(src/(server|contract|domain)|migrations)/', pathNot: TEST },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'packages-are-declared',
    comment: 'A transitive dependency may disappear with the package that brought it.',
    from: {},
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'imports-are-found',
    comment: 'An unresolved path also hides violations behind it.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'product-knows-no-test',
    comment: 'Product code does not depend on tests and scripts.',
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
    comment:
      "'#domain/waitlist.ts' says at a glance that an area is left; '../../../domain/waitlist.ts' does not.",
    from: { path: '^src/([^/]+)/' },
    to: {
      path: '^src/(domain|contract)/',
      pathNot: '^src/$1/',
      dependencyTypesNot: ['aliased-subpath-import'],
    },
  },
  {
    name: 'own-area-by-place',
    comment:
      "Inside an area a relative path shows how near it is; '#' there would look like a boundary that is none.",
    from: { path: '^src/([^/]+)/' },
    to: { path: '^src/$1/', dependencyTypes: ['aliased-subpath-import'] },
  },
  {
    name: 'no-cycles',
    comment: 'Two files that import each other should be one file, or share a third.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-feature-cycles',
    comment: 'Two features that import each other should be one, or share a third.',
    scope: 'folder',
    from: { path: FEATURE },
    to: { path: FEATURE, circular: true, viaOnly: { path: FEATURE } },
  },
  {
    name: 'no-orphans',
    comment: 'Unused code.',
    from: {
      orphan: true,
      path: '^src/',
      pathNot: [TEST, '\\.d\\.ts$', STAND_IN, '^src/web/app/early\\.ts$'],
    },
    to: {},
  },
  {
    name: 'used-by-the-product',
    comment: 'Code that only its own test uses is dead.',
    from: {
      path: '^(src/server/(main|platform/backups/backup-process|pictures/decode-process)\\.ts|src/web/app/(main|render)\\.tsx|src/web/app/early\\.ts|src/web/worker/worker\\.ts|scripts/[^/]+\\.ts)$',
    },
    to: {
      path: '^src/',
      pathNot: [
        TEST,
        STAND_IN,
        '\\.d\\.ts$',
        '^src/(server|web/app)/main\\.tsx?$',
        '^src/web/(app/(render\\.tsx|early\\.ts)|worker/worker\\.ts)$',
        '/(backup|decode)-process\\.ts$',
      ],
      reachable: false,
    },
  },
];

module.exports = {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true, // includes type-only imports, which the compiler removes
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
