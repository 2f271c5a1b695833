import { standIn } from './define.ts'

/** docs.deps.dev/api/v3: GetPackage, GetVersion, GetDependencies, GetProject. */
const key = (name: string, version: string) => ({ system: 'NPM', name, version })

const published = (name: string, version: string, publishedAt: string, isDefault = false) => ({
  versionKey: key(name, version),
  purl: `pkg:npm/${name}@${version}`,
  publishedAt,
  isDefault,
  isDeprecated: false,
})

const EXPRESS = {
  versionKey: key('express', '4.19.2'),
  publishedAt: '2024-03-25T14:19:46Z',
  isDefault: false,
  licenses: ['MIT'],
  advisoryKeys: [{ id: 'GHSA-qw6h-vgh9-j6wx' }],
  links: [
    { label: 'HOMEPAGE', url: 'http://expressjs.com/' },
    { label: 'SOURCE_REPO', url: 'git+https://github.com/expressjs/express.git' },
  ],
  slsaProvenances: [],
  registries: ['https://registry.example/'],
  relatedProjects: [
    {
      projectKey: { id: 'github.com/expressjs/express' },
      relationProvenance: 'UNVERIFIED_METADATA',
      relationType: 'ISSUE_TRACKER',
    },
    {
      projectKey: { id: 'github.com/expressjs/express' },
      relationProvenance: 'UNVERIFIED_METADATA',
      relationType: 'SOURCE_REPO',
    },
  ],
}

const GIN = {
  ...EXPRESS,
  versionKey: { system: 'GO', name: 'github.com/gin-gonic/gin', version: 'v1.10.0' },
  advisoryKeys: [],
  relatedProjects: [],
}

const GRAPH = {
  nodes: [
    { versionKey: key('express', '4.19.2'), bundled: false, relation: 'SELF', errors: [] },
    { versionKey: key('accepts', '1.3.8'), bundled: false, relation: 'DIRECT', errors: [] },
    { versionKey: key('mime-types', '2.1.35'), bundled: false, relation: 'INDIRECT', errors: [] },
  ],
  edges: [{ fromNode: 0, toNode: 1, requirement: '~1.3.8' }],
  error: '',
}

const ANSWERS: Readonly<Record<string, unknown>> = {
  '/v3/systems/npm/packages/express': {
    packageKey: { system: 'NPM', name: 'express' },
    versions: [
      published('express', '0.14.0', '2010-12-29T19:38:25Z'),
      published('express', '4.19.2', '2024-03-25T14:19:46Z', true),
    ],
  },
  '/v3/systems/npm/packages/viem': {
    packageKey: { system: 'NPM', name: 'viem' },
    versions: [published('viem', '2.21.0', '2024-08-28T01:02:03Z', true)],
  },
  '/v3/systems/npm/packages/expresss': {
    packageKey: { system: 'NPM', name: 'expresss' },
    versions: [published('expresss', '1.0.0', '2026-02-25T00:00:00Z', true)],
  },
  '/v3/systems/npm/packages/viem/versions/2.21.0': {
    ...EXPRESS,
    versionKey: key('viem', '2.21.0'),
    publishedAt: '2024-08-28T01:02:03Z',
  },
  '/v3/systems/npm/packages/express/versions/4.19.2': EXPRESS,
  '/v3/systems/npm/packages/express/versions/4.19.2:dependencies': GRAPH,
  '/v3/systems/go/packages/github.com/gin-gonic/gin/versions/v1.10.0': GIN,
  '/v3/projects/github.com/expressjs/express': {
    projectKey: { id: 'github.com/expressjs/express' },
    openIssuesCount: 200,
    starsCount: 65_000,
    forksCount: 16_000,
    scorecard: { date: '2026-01-05T00:00:00Z', checks: [], overallScore: 8.2 },
  },
}

export default standIn({
  at: 'UPSTREAM_DEPS_DEV_URL',
  answer: ({ path }) => ANSWERS[path] ?? new Response('package not found', { status: 404 }),
})
