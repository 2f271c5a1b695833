/** @module-tag long */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { bareEnvironment } from '../support/bare-environment.ts'
import { ROOT } from '../support/conventions/source.ts'
import { troubled } from '../support/upstreams/define.ts'
import nominatim from '../support/upstreams/nominatim.ts'

test('says of every provider what came of asking it', { timeout: 60_000 }, async () => {
  const { HOME = '' } = process.env
  const env = {
    ...bareEnvironment(),
    HOME,
    ...(await nominatim()),
    UPSTREAM_GLEIF_URL: await troubled('shape'),
  }
  const asked = ['scripts/canary.ts', 'nominatim', 'gleif', 'exa']
  const { stdout } = await promisify(execFile)(process.execPath, asked, { cwd: ROOT, env })
  expect(stdout).toMatch(/^nominatim +\S+ +\d+ +0 min +ok$/m)
  expect(stdout).toMatch(/^gleif +\S+ +\d+ +502 GLEIF\b.* answered in an unknown shape\.$/m)
  expect(stdout).toMatch(/^exa +\S+ +not configured: .*EXA_API_KEY/m)
  expect(stdout.trim().split('\n').at(-1)).toBe('1 ok, 1 not configured, 1 to look at')
})
