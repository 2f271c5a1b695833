import { standIn } from './define.ts'

/**
 * The version objects of github.com/npm/registry docs/REGISTRY-API.md and of
 * docs/responses/package-metadata.md, and docs/download-counts.md.
 */
const VIEM = {
  name: 'viem',
  version: '2.21.0',
  description: 'TypeScript Interface for Ethereum',
  license: 'MIT',
  types: './_types/index.d.ts',
  repository: { type: 'git', url: 'git+https://github.com/wevm/viem.git' },
  maintainers: [
    { name: 'jmoxey', email: 'private@example.com' },
    { name: 'awkweb', email: 'private2@example.com' },
  ],
  dependencies: { abitype: '1.0.5', ws: '8.17.1' },
  dist: {
    shasum: '0123456789012345678901234567890123456789',
    tarball: 'https://registry.example/viem/-/viem-2.21.0.tgz',
    fileCount: 3000,
    unpackedSize: 14_500_000,
  },
}

/** As old manifests are: a list of licences, a short repository, no sizes. */
const OLD = {
  name: 'request',
  version: '2.88.2',
  description: '',
  licenses: [{ type: 'Apache-2.0', url: 'https://example.com/LICENSE' }, { type: 'MIT' }],
  repository: 'request/request',
  deprecated: 'request has been deprecated, see https://example.com/3142',
  scripts: { test: 'make', postinstall: 'node setup.js' },
  dist: { shasum: 'a', tarball: 'https://registry.example/request.tgz' },
}

const SCOPED = { ...OLD, name: '@scope/kit', deprecated: false, scripts: {} }
/** As a package that was put there to be mistaken for another. */
const TYPO = { ...OLD, name: 'expresss', version: '1.0.0', deprecated: false }
const PACKAGES = [VIEM, OLD, SCOPED, TYPO]

export default standIn({
  at: 'UPSTREAM_NPM_REGISTRY_URL',
  answer({ path }) {
    if (path === '/downloads/point/last-week/viem')
      return { downloads: 2_345_678, start: '2026-01-01', end: '2026-01-07', package: 'viem' }
    if (path === '/downloads/point/last-week/expresss')
      return { downloads: 12, start: '2026-02-22', end: '2026-02-28', package: 'expresss' }
    if (path.startsWith('/downloads/'))
      return Response.json({ error: 'package not found' }, { status: 404 })
    const found = PACKAGES.find(
      ({ name, version }) => path === `/${name}/latest` || path === `/${name}/${version}`,
    )
    return found ?? Response.json('Not Found', { status: 404 })
  },
})
