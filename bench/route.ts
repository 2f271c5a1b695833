import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { createGoodsIndex, type Good } from '../src/buying/sellers/rank.ts'
import { termOf } from '../src/engines/search/terms.ts'
import { report } from './support/load.ts'

/**
 * `node run.mjs bench/route.ts <folder>` prints how well questions find the right tool, beside
 * MiniSearch's ranking of the same texts, and how fast 20,000 routes are searched. The folder holds
 * sets: `corpus.jsonl` of `{id, slug, name, description, params}`, and `queries.jsonl` of
 * `{query, relevant, split}`, of which those of the split `test` are asked, or all.
 */
interface Entry {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly params?: readonly string[]
}

interface Question {
  readonly query: string
  readonly relevant: readonly string[]
  readonly split?: string
}

type Rank = (query: string) => readonly string[]

const TOP = 10
const ROUTES = 20_000
const WARM = 100

const linesOf = <T>(file: string): T[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T)

const goodOf = ({ id, slug, name, description, params = [] }: Entry): Good => ({
  seller: id,
  isOwn: false,
  owners: [id],
  slug,
  name,
  description,
  category: '',
  inputs: params,
  details: [],
  outputs: [],
  health: 1,
  payers30d: 0,
  price: null,
  isCurated: false,
})

async function ours(entries: readonly Entry[]): Promise<Rank> {
  const index = await createGoodsIndex(entries.map(goodOf))
  return (query) => index.top(query, TOP, () => true).ranked.map(({ good }) => good.seller)
}

function miniSearch(entries: readonly Entry[]): Rank {
  const fields = ['slug', 'name', 'description', 'params']
  const index = new MiniSearch({ fields, processTerm: (term) => termOf(term.toLowerCase()) })
  index.addAll(entries.map((entry) => ({ ...entry, params: (entry.params ?? []).join(' ') })))
  return (query) =>
    index
      .search(query)
      .slice(0, TOP)
      .map(({ id }) => String(id))
}

function hitsOf(rank: Rank, questions: readonly Question[]) {
  const places = questions.map(({ query, relevant }) => {
    const found = rank(query)
    return found.findIndex((id) => relevant.includes(id))
  })
  const share = (k: number) => places.filter((at) => at >= 0 && at < k).length / questions.length
  return `hit@1 ${share(1).toFixed(3)}, hit@10 ${share(TOP).toFixed(3)}`
}

async function quality(folder: string): Promise<void> {
  for (const set of readdirSync(folder, { withFileTypes: true })) {
    if (!set.isDirectory()) continue
    const at = join(folder, set.name)
    const entries = linesOf<Entry>(join(at, 'corpus.jsonl'))
    const all = linesOf<Question>(join(at, 'queries.jsonl'))
    const tested = all.filter(({ split }) => split === 'test')
    const questions = tested.length > 0 ? tested : all
    const title = `${set.name}, ${questions.length} questions`
    report(title, hitsOf(await ours(entries), questions))
    report(`${title}, MiniSearch`, hitsOf(miniSearch(entries), questions))
  }
}

async function speed(folder: string): Promise<void> {
  const [first] = readdirSync(folder, { withFileTypes: true }).filter((set) => set.isDirectory())
  if (!first) return
  const entries = linesOf<Entry>(join(folder, first.name, 'corpus.jsonl'))
  const questions = linesOf<Question>(join(folder, first.name, 'queries.jsonl')).slice(0, 500)
  const many = Array.from({ length: ROUTES }, (_, at) => {
    const entry = entries[at % entries.length] as Entry
    return { ...entry, id: String(at), slug: `${entry.slug}-${at}` }
  })
  const rank = await ours(many)
  // The first questions are asked of code that nobody has run.
  for (const { query } of questions.slice(0, WARM)) rank(query)
  const times = questions.map(({ query }) => {
    const [began, used] = [performance.now(), process.cpuUsage()]
    rank(query)
    const { user, system } = process.cpuUsage(used)
    return { clock: performance.now() - began, processor: (user + system) / 1000 }
  })
  for (const kind of ['clock', 'processor'] as const) {
    const sorted = times.map((each) => each[kind]).toSorted((a, b) => a - b)
    const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2)
    report(`${ROUTES} routes, ${kind}`, `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`)
  }
}

const [folder] = process.argv.slice(2)
if (folder === undefined) process.stdout.write('usage: node run.mjs bench/route.ts <folder>\n')
else {
  await quality(folder)
  await speed(folder)
}
