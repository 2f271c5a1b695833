import { Fault } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { defineUpstream } from './define.ts'

/** The exits of the Tor network, as the Tor Project publishes them. */
export const torProject = defineUpstream({
  name: 'tor-project',
  title: 'Tor Project',
  terms: 'https://www.torproject.org/about/trademark/',
  texts: 'own',
  base: 'https://check.torproject.org',
  limits: { timeoutMs: 10_000, bytesMax: 2_000_000 },
  cacheTtlMs: HOUR_MS,
  headers: () => ({ accept: 'text/plain' }),
  api: (http) => ({
    async exits(): Promise<ReadonlySet<string>> {
      const lines = (await http.text('/torbulkexitlist')).split('\n').map((line) => line.trim())
      if (!lines.some((line) => /^[\d.]+$/.test(line)))
        throw new Fault('upstream_failed', 'Tor Project answered in an unknown shape.')
      return new Set(lines.filter(Boolean))
    },
  }),
})
