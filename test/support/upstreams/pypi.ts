import { standIn } from './define.ts'

/** docs.pypi.org/api/json: the project and the release endpoints. */
const HTTPX = {
  info: {
    author: '',
    classifiers: ['License :: OSI Approved :: BSD License', 'Programming Language :: Python :: 3'],
    home_page: '',
    license: 'BSD-3-Clause',
    license_expression: null,
    name: 'httpx',
    project_urls: {
      Changelog: 'https://github.com/encode/httpx/blob/master/CHANGELOG.md',
      Homepage: 'https://github.com/encode/httpx',
    },
    requires_dist: ['anyio', 'certifi', 'brotli; extra == "brotli"'],
    requires_python: '>=3.8',
    summary: 'The next generation HTTP client.',
    version: '0.28.1',
    yanked: false,
    yanked_reason: null,
  },
  last_serial: 26_000_000,
  releases: {},
  urls: [
    { filename: 'httpx-0.28.1.tar.gz', upload_time_iso_8601: '2024-12-06T15:37:23.222462Z' },
    { filename: 'httpx-0.28.1.whl', upload_time_iso_8601: '2024-12-06T15:37:21.509000Z' },
  ],
  vulnerabilities: [],
}

/** A licence of many lines, and what older projects write for nothing. */
const OLD = {
  ...HTTPX,
  info: {
    ...HTTPX.info,
    name: 'Old.Kit',
    version: '1.0',
    license: 'Copyright (c) somebody\n\nPermission is hereby granted',
    home_page: 'UNKNOWN',
    project_urls: null,
    requires_dist: null,
    requires_python: '',
    yanked: true,
  },
  urls: [],
}

export default standIn({
  at: 'UPSTREAM_PYPI_URL',
  answer({ path }) {
    if (path === '/pypi/httpx/json' || path === '/pypi/httpx/0.28.1/json') return HTTPX
    if (path === '/pypi/old-kit/json') return OLD
    return Response.json({ message: 'Not Found' }, { status: 404 })
  },
})
