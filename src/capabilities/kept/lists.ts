import { setImmediate } from 'node:timers/promises'
import type { CallContext, Capability } from '../../base/core/capability.ts'
import {
  createNameLikeness,
  type NameMatch,
  type NameMatchKind,
} from '../../engines/language/name-likeness.ts'
import { LIST_IDS, type ListId } from '../../engines/dangers/sanctions-lists.ts'
import { euSanctions } from './eu-sanctions.ts'
import type { KeptFile } from './_keeper.ts'
import { ofacSdn } from './ofac-sdn.ts'
import {
  keyOfAddress,
  type SanctionsAddress,
  type SanctionsEntry,
  type SanctionsMeta,
  type SanctionsRow,
} from './_sanctions.ts'
import type { SanctionsList } from './_sanctions-list.ts'
import { ukSanctions } from './uk-sanctions.ts'
import { unSanctions } from './un-sanctions.ts'

/** What every answer says of a list. */
export interface ListState {
  readonly list: ListId
  readonly title: string
  /** As the list itself says, YYYY-MM-DD. */
  readonly publishedDate: string | null
  /** When its publisher last said that there is no newer one. */
  readonly fetchedIso: string
  readonly entries: number
}

export interface ListedName extends NameMatch {
  readonly list: ListId
  /** The listed name that was found. */
  readonly name: string
  readonly isWeak: boolean
  readonly entry: SanctionsEntry
}

export interface NameSearch {
  readonly mode: NameMatchKind
  readonly limit: number
  isWanted(entry: SanctionsEntry): boolean
}

/** Sanctions lists, none older than 48 hours: else the fault says which one, and since when. */
export interface Lists {
  /** Entries whose addresses have this one, whatever the currency they are listed under. */
  address(address: string): Promise<{
    readonly hits: readonly SanctionsAddress[]
    readonly state: ListState & { readonly addresses: number }
  }>
  names(
    ids: readonly ListId[],
    name: string,
    search: NameSearch,
  ): Promise<{ readonly found: readonly ListedName[]; readonly states: readonly ListState[] }>
}

const SOURCES: Readonly<Record<ListId, Capability<SanctionsList>>> = {
  ofac: ofacSdn,
  un: unSanctions,
  uk: ukSanctions,
  eu: euSanctions,
}

type ListFile = KeptFile<SanctionsRow, SanctionsMeta>

const all = Object.values(SOURCES)

export const lists: Capability<Lists> = {
  name: 'lists',
  texts: 'own',
  settings: [
    ...new Map(all.flatMap(({ settings }) => settings.map((one) => [one.name, one]))).values(),
  ],
  live: true,
  providers: all.flatMap(({ providers = [] }) => providers),
  open(host) {
    const opened = LIST_IDS.map((id) => [id, SOURCES[id].open(host), createNames()] as const)
    return (call) => lent(call, opened)
  },
}

type Opened = readonly [
  id: ListId,
  lend: (call: CallContext) => SanctionsList,
  names: ReturnType<typeof createNames>,
]

function lent(call: CallContext, opened: readonly Opened[]): Lists {
  return {
    async address(address) {
      const [[id, lend]] = opened as readonly [Opened]
      const file = await lend(call).file()
      const rows = await file.rowsOf(keyOfAddress(address))
      const hits = rows.filter((row) => row.is === 'address')
      return { hits, state: { ...stateOf(id, file), addresses: file.meta.addresses } }
    },
    async names(ids, name, search) {
      const wanted = opened.filter(([id]) => ids.includes(id))
      const files = await Promise.all(
        wanted.map(async ([id, lend, names]) => {
          const file = await lend(call).file()
          return { id, file, index: await names.of(file) }
        }),
      )
      const found = files.flatMap(({ id, index }) => index.search(id, name, search))
      return {
        found: found.toSorted(bestFirst).slice(0, search.limit),
        states: files.map(({ id, file }) => stateOf(id, file)),
      }
    },
  }
}

const KINDS: readonly NameMatchKind[] = ['exact', 'words', 'fuzzy']

const bestFirst = (one: ListedName, other: ListedName): number =>
  KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) || other.score - one.score

const stateOf = (list: ListId, { meta, checkedAtMs }: ListFile): ListState => ({
  list,
  title: SOURCES[list].providers?.[0]?.title ?? list,
  publishedDate: meta.publishedDate,
  fetchedIso: new Date(checkedAtMs).toISOString(),
  entries: meta.entries,
})

/** The names of one list, indexed once for each of its editions. */
function createNames() {
  let current: { readonly edition: string; readonly index: Promise<ListNames> } | null = null
  return {
    async of(file: ListFile): Promise<ListNames> {
      if (current?.edition !== file.edition) {
        const made = { edition: file.edition, index: indexed(file) }
        current = made
        made.index.catch(() => current === made && (current = null))
      }
      return current.index
    },
  }
}

interface ListNames {
  search(id: ListId, name: string, search: NameSearch): readonly ListedName[]
}

async function indexed(file: ListFile): Promise<ListNames> {
  const index = createNameLikeness()
  /** As JSON, which takes a third of the room of objects. */
  const entries: string[] = []
  const entryOf: number[] = []
  const first: number[] = []
  for await (const rows of file.blocks()) {
    for (const [, row] of rows) {
      if (row.is !== 'entry') continue
      const at = entries.push(JSON.stringify(row)) - 1
      first.push(entryOf.length)
      for (const { text } of row.names) {
        index.add(text)
        entryOf.push(at)
      }
    }
    await setImmediate()
  }
  const read = (at: number) => JSON.parse(entries[at] ?? 'null') as SanctionsEntry

  return {
    search(list, name, { mode, limit, isWanted }) {
      const known = new Map<number, SanctionsEntry | null>()
      const wantedEntry = (named: number): SanctionsEntry | null => {
        const at = entryOf[named] ?? -1
        const entry = known.get(at)
        if (entry !== undefined) return entry
        const listed = read(at)
        const wanted = isWanted(listed) ? listed : null
        known.set(at, wanted)
        return wanted
      }
      const matches = index.search(name, {
        mode,
        limit: limit * NAMES_OF_ENTRY,
        isWanted: (named) => wantedEntry(named) !== null,
      })
      // Of the names of an entry the likest is told.
      const best = new Map<number, ListedName>()
      for (const match of matches) {
        const at = entryOf[match.at] ?? -1
        const entry = wantedEntry(match.at)
        const listed = entry?.names[match.at - (first[at] ?? 0)]
        if (entry && listed && !best.has(at))
          best.set(at, { ...match, list, name: listed.text, isWeak: listed.isWeak, entry })
      }
      return [...best.values()]
    },
  }
}

/** An entry may have dozens of names that all match. */
const NAMES_OF_ENTRY = 4
