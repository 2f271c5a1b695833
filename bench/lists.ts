import { setTimeout as sleep } from 'node:timers/promises'
import { callContext } from '../test/support/call-context.ts'
import type { Host } from '../src/base/core/capability.ts'
import { lists } from '../src/capabilities/kept/lists.ts'
import { createNameLikeness } from '../src/engines/language/name-likeness.ts'
import { allMigrations } from '../src/stores/all.ts'
import { migrate } from '../src/stores/database/migrate.ts'
import { openSqlite } from '../src/stores/database/sqlite.ts'
import { name } from './lists/made-up.ts'
import { report } from './support/load.ts'
import { startLoopProbe } from './support/loop-probe.ts'
import { startBaseline } from './support/server.ts'

/**
 * `node run.mjs --expose-gc bench/lists.ts` takes in a made-up list of 80 MB in the format of OFAC,
 * which another process sends, and searches a hundred thousand names.
 */
const NAMES = 100_000
const SEARCHES = 300
/** For threads to end, and the allocator to give back what they held. */
const SETTLE_MS = 3_000

async function takeIn(): Promise<void> {
  const office = await startBaseline('lists/sender.ts')
  const db = openSqlite(':memory:')
  await migrate(db, allMigrations, Date.now())
  const setting = (key: string) => (key === 'UPSTREAM_OFAC_SDN_URL' ? office.url : undefined)
  const host = {
    db,
    now: Date.now,
    setting,
    onClose: () => {},
  } as unknown as Host
  const { names, address } = lists.open(host)(callContext())
  globalThis.gc?.()
  await sleep(SETTLE_MS)
  const probe = startLoopProbe()
  const mostMb = (): string => {
    const most = Math.round(probe.residentMb())
    probe.reset()
    return `${most} MB`
  }
  const before = mostMb()
  const startedAt = performance.now()
  const listed = await address(`0x${(9).toString(16).padStart(40, '0')}`)
  const readMs = performance.now() - startedAt
  const blocks = [probe.longest()]
  const whileRead = mostMb()
  await names(['ofac'], 'nobody', {
    mode: 'words',
    limit: 1,
    isWanted: () => true,
  })
  const indexMs = performance.now() - startedAt - readMs
  await sleep(50)
  blocks.push(probe.longest())
  const whileIndexed = mostMb()
  await sleep(SETTLE_MS)
  probe.reset()
  const afterwards = mostMb()
  globalThis.gc?.()
  await sleep(SETTLE_MS)
  probe.reset()
  const [worked, passed] = (['worked', 'passed'] as const).map((kind) =>
    Math.round(Math.max(...blocks.map((block) => block[kind]))),
  )
  report(
    `a list of 80 MB, ${listed.state.entries} entries`,
    `read in ${Math.round(readMs)} ms, indexed ${Math.round(indexMs)} ms later`,
    `loop held ${worked} ms of work, ${passed} ms by the clock`,
  )
  report(
    'resident',
    `before ${before}`,
    `most while read ${whileRead}, while indexed ${whileIndexed}`,
    `afterwards ${afterwards}, without garbage ${mostMb()}`,
  )
  probe.stop()
  await office.stop()
}

function search(): void {
  const likeness = createNameLikeness()
  for (let at = 0; at < NAMES; at += 1) likeness.add(name())
  for (const mode of ['exact', 'words', 'fuzzy'] as const) {
    const times = Array.from({ length: SEARCHES }, () => {
      const startedAt = performance.now()
      likeness.search(name().replace('a', 'e'), { mode, limit: 20 })
      return performance.now() - startedAt
    }).toSorted((one, other) => one - other)
    const at = (share: number) => (times[Math.floor(share * SEARCHES)] ?? 0).toFixed(1)
    report(`${NAMES} names, ${mode}`, `median ${at(0.5)} ms`, `p95 ${at(0.95)} ms`)
  }
}

await takeIn()
search()
process.exit(0)
