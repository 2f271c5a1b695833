import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import { standIn } from '../../../../../test/support/upstreams/define.ts'
import type { ToolSpec } from '../../../../base/core/tool.ts'
import cveLookup from './cve-lookup.ts'
import cveSearch from './cve-search.ts'
import dockerTags from './docker-tags.ts'
import eolCheck from './eol-check.ts'
import githubReleases from './github-releases.ts'
import githubRepo from './github-repo.ts'
import githubSearch from './github-search.ts'
import hfModel from './hf-model.ts'
import npmPackage from './npm-package.ts'
import packageMetadata from './package-metadata.ts'
import packageVulnerabilities from './package-vulnerabilities.ts'
import pypiPackage from './pypi-package.ts'
import serviceStatus from './service-status.ts'

type Input = Record<string, unknown>

describe('refused and unknown inputs', () => {
  test.each<[ToolSpec, Input, string]>([
    [npmPackage, { name: 'a/../b' }, 'bad_input'],
    [npmPackage, { name: 'nowhere' }, 'not_found'],
    [pypiPackage, { name: '-x' }, 'bad_input'],
    [pypiPackage, { name: 'nowhere' }, 'not_found'],
    [packageMetadata, { system: 'npm', name: 'nowhere' }, 'not_found'],
    [packageMetadata, { system: 'npm', name: 'express', version: '9' }, 'not_found'],
    [packageVulnerabilities, { packages: [] }, 'bad_input'],
    [eolCheck, { product: 'nowhere' }, 'not_found'],
    [eolCheck, { product: 'nodejs', version: '17' }, 'not_found'],
    [serviceStatus, { service: 'intranet.example.com' }, 'bad_input'],
    [serviceStatus, { service: 'evil.statuspage.io.example.com' }, 'bad_input'],
    [serviceStatus, { service: 'constructor' }, 'bad_input'],
    [dockerTags, { repo: 'ghcr.io/a/b' }, 'bad_input'],
    [dockerTags, { repo: 'nobody/nothing' }, 'not_found'],
    [githubRepo, { repo: 'nodejs' }, 'bad_input'],
    [githubRepo, { repo: 'nodejs/..' }, 'bad_input'],
    [githubRepo, { repo: 'nodejs/nothing' }, 'not_found'],
    [githubRepo, { repo: 'limited/limited' }, 'upstream_failed'],
    [githubSearch, { q: 'repo:nobody/none' }, 'bad_input'],
    [hfModel, {}, 'bad_input'],
    [hfModel, { q: 'a', id: 'a/b' }, 'bad_input'],
    [hfModel, { id: 'a/b' }, 'not_found'],
    [cveLookup, { cve: 'CVE-21-1' }, 'bad_input'],
    [cveLookup, { cve: 'CVE-2030-9999' }, 'not_found'],
    [cveSearch, { q: 'x', since: '2020-01-01' }, 'bad_input'],
  ])('%#', async (spec, input, code) => {
    await expect(runExample(spec, input)).rejects.toMatchObject({ code })
  })
})

describe('values that are left out, or written in another form', () => {
  test.each<[ToolSpec, Input, Input]>([
    [
      npmPackage,
      { name: 'request' },
      {
        license: 'Apache-2.0 OR MIT',
        repository: 'https://github.com/request/request',
        deprecated: expect.stringContaining('deprecated') as unknown,
        description: null,
        weeklyDownloads: null,
        publishedIso: null,
        unpackedBytes: null,
        types: false,
        source: 'npm',
      },
    ],
    [npmPackage, { name: '@scope/kit' }, { name: '@scope/kit', deprecated: null }],
    [
      pypiPackage,
      { name: 'Old_Kit' },
      {
        license: 'BSD License',
        requiresPython: null,
        releasedIso: null,
        dependencies: [],
        yanked: true,
        homepage: null,
        monthlyDownloads: null,
      },
    ],
    [packageMetadata, { system: 'npm', name: 'express' }, { version: '4.19.2' }],
    [
      packageMetadata,
      { system: 'go', name: 'github.com/gin-gonic/gin', version: 'v1.10.0' },
      { dependencies: null, dependencyCount: null, scorecard: null },
    ],
    [eolCheck, { product: 'nodejs', version: 'v18.19.1' }, { release: { name: '18' } }],
    [eolCheck, { product: 'nodejs', version: '1.2' }, { release: { name: '1', eolDate: null } }],
    [eolCheck, { product: 'nodejs' }, { release: null, latest: '24.13.0' }],
    [serviceStatus, { service: 'New Relic' }, { indicator: 'minor' }],
    [serviceStatus, { service: 'acme.statuspage.io' }, { indicator: 'minor' }],
    [dockerTags, { repo: 'docker.io/node', filter: 'alpine' }, { image: 'library/node', tags: [] }],
    [githubRepo, { repo: 'https://github.com/coinbase/x402' }, { latestRelease: null }],
    [githubReleases, { repo: 'nodejs/node', limit: 1 }, { count: 1, releases: [{ notes: null }] }],
    [githubSearch, { q: 'nothing like it' }, { repos: [], total: 0 }],
    [hfModel, { id: 'meta-llama/old' }, { models: [{ gated: true, parameters: null }] }],
    [
      cveLookup,
      { cve: 'cve-1999-0095' },
      { cvssScore: 9.3, cvssVersion: '2.0', severity: 'HIGH', exploited: false, epss: null },
    ],
    [cveLookup, { cve: 'CVE-2026-0001' }, { cvssScore: null, severity: null, affected: [] }],
    [cveSearch, { q: 'nothing' }, { results: [], total: 0 }],
  ])('%#', async (spec, input, expected) => {
    expect(await runExample(spec, input)).toMatchObject(expected)
  })
})

test('the newest vulnerabilities come from the last page', async () => {
  const settings = { NVD_API_KEY: 'key' }
  const input = { q: 'everything', limit: 2 }
  expect(await runExample(cveSearch, input, undefined, settings)).toMatchObject({
    total: 3,
    results: [{ cve: 'CVE-2026-0001' }, { cve: 'CVE-2021-44228' }],
  })
})

test('malware is marked, and fixes are those of the given package', async () => {
  const packages = [
    { ecosystem: 'npm', name: 'expresss', version: '1.0.0' },
    { ecosystem: 'go', name: 'example.com/a', version: 'v1.0.0' },
  ]
  expect(await runExample(packageVulnerabilities, { packages })).toMatchObject({
    results: [
      { vulnerabilities: [{ malware: true, fixedIn: [], severity: null, cvssVector: null }] },
      { vulnerabilities: [] },
    ],
    vulnerable: 1,
  })
})

test('an answer for fewer packages than were sent is a fault', async () => {
  const settings = await standIn({
    at: 'UPSTREAM_OSV_URL',
    answer: () => ({ results: [] }),
  })()
  const packages = [{ ecosystem: 'npm', name: 'a', version: '1' }]
  const answer = runExample(packageVulnerabilities, { packages }, undefined, settings)
  await expect(answer).rejects.toMatchObject({ code: 'upstream_failed' })
})

test('a second provider that fails removes only its own part', async () => {
  const settings = { UPSTREAM_FIRST_EPSS_URL: 'http://127.0.0.1:1' }
  const answer = await runExample(cveLookup, { cve: 'CVE-2021-44228' }, undefined, settings)
  expect(answer).toMatchObject({ epss: null, cvssScore: 10 })
})
