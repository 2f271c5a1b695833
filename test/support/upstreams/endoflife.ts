import { standIn } from './define.ts'

/** `ProductResponse` of the OpenAPI of endoflife.date, v1.2: endoflife.date/docs/api/v1. */
const NODE = {
  schema_version: '1.2.1',
  generated_at: '2026-02-01T00:00:00+00:00',
  last_modified: '2026-01-20T12:00:00+00:00',
  result: {
    name: 'nodejs',
    label: 'Node.js',
    aliases: ['node', 'node.js'],
    category: 'framework',
    releases: [
      {
        name: '24',
        codename: 'Krypton',
        label: '24 (Active LTS)',
        releaseDate: '2025-05-06',
        isLts: true,
        ltsFrom: '2025-10-28',
        isEol: false,
        eolFrom: '2028-04-30',
        isMaintained: true,
        latest: { name: '24.13.0', date: '2026-01-13', link: 'https://nodejs.org/en/blog/24.13.0' },
      },
      {
        name: '18',
        codename: 'Hydrogen',
        label: '18 (LTS)',
        releaseDate: '2022-04-19',
        isLts: true,
        ltsFrom: '2022-10-25',
        isEol: true,
        eolFrom: '2025-04-30',
        isMaintained: false,
        latest: { name: '18.20.8', date: '2025-03-27', link: null },
      },
      {
        name: '1',
        releaseDate: '2015-01-13',
        isLts: false,
        ltsFrom: null,
        isEol: true,
        eolFrom: null,
        isMaintained: false,
        latest: null,
      },
    ],
  },
}

export default standIn({
  at: 'UPSTREAM_ENDOFLIFE_URL',
  answer({ path }) {
    if (/^\/api\/v1\/products\/(nodejs|openssl)\/$/.test(path)) return NODE
    return new Response('<!doctype html><h1>Not found</h1>', { status: 404 })
  },
})
