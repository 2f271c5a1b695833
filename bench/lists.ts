import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { callContext } from '../test/support/call-context.ts'
import type { Host } from '../src/core/capability.ts'
import { lists } from '../src/kept/lists.ts'
import { createNameLikeness } from '../src/lib/name-likeness.ts'
import { allMigrations } from '../src/stores/all.ts'
import { migrate } from '../src/stores/migrate.ts'
import { openSqlite } from '../src/stores/sqlite.ts'
import { report } from './support/load.ts'
import { startLoopProbe } from './support/loop-probe.ts'

/**
 * `node run.mjs --expose-gc bench/lists.ts` takes in a made-up list of 80 MB in the format of OFAC,
 * and searches a hundred thousand names.
 */
const BYTES = 80_000_000
const NAMES = 100_000
const SEARCHES = 300

let seed = 7
const draw = (below: number): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
  return (seed >>> 8) % below
}

const SYLLABLES = 'al an ar ba be da de fa ha hu im ka ko la li ma mo na ra re sa ta va za'.split(
  ' ',
)
const word = (): string =>
  Array.from({ length: 2 + draw(3) }, () => SYLLABLES[draw(SYLLABLES.length)]).join('')
const common = Array.from({ length: 5_000 }, word)
/** Three of five words are among the common ones, the more so the more common they are. */
const nameWord = (): string =>
  draw(5) < 3 ? (common[Math.min(draw(5_000), draw(5_000), draw(5_000))] ?? '') : word()
const name = (): string => Array.from({ length: 2 + draw(3) }, nameWord).join(' ')

const REFERENCES = `<DateOfIssue><Year>2026</Year><Month>5</Month><Day>28</Day></DateOfIssue><ReferenceValueSets><FeatureType ID="345">Digital Currency Address - ETH</FeatureType></ReferenceValueSets>`

const alias = (): string =>
  `<Alias FixedRef="1" AliasTypeID="1400" Primary="false" LowQuality="false"><DocumentedName ID="1" FixedRef="1" DocNameStatusID="1"><DocumentedNamePart><NamePartValue NamePartGroupID="1" ScriptID="215" ScriptStatusID="1" Acronym="false">${name()}</NamePartValue></DocumentedNamePart></DocumentedName></Alias>`

const party = (id: number): string =>
  `<DistinctParty FixedRef="${id}"><Profile ID="${id}" PartySubTypeID="4"><Identity ID="${id}" FixedRef="${id}" Primary="true">${Array.from({ length: 5 }, alias).join('')}</Identity><Feature ID="${id}" FeatureTypeID="345"><FeatureVersion><Comment>${'Made up. '.repeat(220)}</Comment><VersionDetail DetailTypeID="1432">0x${id.toString(16).padStart(40, '0')}</VersionDetail></FeatureVersion></Feature></Profile></DistinctParty>`

function* document(): Generator<string> {
  let sent = 0
  yield `<?xml version="1.0"?><Sanctions>${REFERENCES}<DistinctParties>`
  for (let id = 1; sent < BYTES; id += 1) {
    const text = party(id)
    sent += text.length
    yield text
  }
  yield '</DistinctParties></Sanctions>'
}

async function takeIn(): Promise<void> {
  const file = Buffer.from([...document()].join(''))
  const server = createServer((_request, response) => response.end(file)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const db = openSqlite(':memory:')
  await migrate(db, allMigrations, Date.now())
  const setting = (key: string) => (key === 'UPSTREAM_OFAC_SDN_URL' ? url : undefined)
  const host = { db, now: Date.now, setting, onClose: () => {} } as unknown as Host
  const { names, address } = lists.open(host)(callContext())
  const probe = startLoopProbe()
  const beforeMb = probe.residentMb()
  probe.reset()
  const startedAt = performance.now()
  const listed = await address(`0x${(9).toString(16).padStart(40, '0')}`)
  const readMs = performance.now() - startedAt
  await names(['ofac'], 'nobody', { mode: 'words', limit: 1, isWanted: () => true })
  await sleep(50)
  const [{ worked, passed }, mostMb] = [probe.longest(), probe.residentMb()]
  probe.stop()
  report(
    `a list of ${Math.round(file.length / 1e6)} MB, ${listed.state.entries} entries`,
    `read in ${Math.round(readMs)} ms`,
    `indexed ${Math.round(performance.now() - startedAt - readMs)} ms later`,
    `loop held ${Math.round(worked)} ms of work, ${Math.round(passed)} ms by the clock`,
    `at most ${Math.round(mostMb - beforeMb)} MB more`,
  )
  server.close()
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
