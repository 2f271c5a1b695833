import { z } from 'zod'
import type { Capability } from '../core/capability.ts'
import { firstSuccess, isTheirs } from '../core/failover.ts'
import { Fault } from '../core/fault.ts'
import { compareFigures, Difference, type Figures } from './figures.ts'

/** One of the providers that know the same fact. */
export interface Source<Provider> {
  /** Its name in answers. */
  readonly title: string
  /** Null where this instance is not set up for it. */
  readonly provider: Provider | null
}

export const sourceOf = <Provider>(
  { name, providers }: Pick<Capability<unknown>, 'name' | 'providers'>,
  provider: Provider | null,
): Source<Provider> => ({ title: providers?.[0]?.title ?? name, provider })

/**
 * The input field of a tool that compares sources, which it names. No request to any of them may
 * have a price, because the price of the call stays the same.
 */
export const crossCheckField = (sources: string) =>
  z
    .boolean()
    .default(false)
    .describe(
      `Whether to ask a second source too, at the same price, and tell the differences: ${sources}.`,
    )

const CrossCheck = z.object({
  sources: z
    .array(z.string())
    .describe('Who answered: the first gave this answer, the second was compared with it.'),
  agrees: z
    .boolean()
    .nullable()
    .describe('Whether all figures are within their tolerance; null if none could be compared.'),
  compared: z.int().describe('Number of figures that both sources have.'),
  differences: z
    .array(Difference)
    .describe('Figures that differ, those beyond their tolerance first; at most 100.'),
  unanswered: z
    .array(z.object({ source: z.string(), reason: z.string().describe('Why it did not answer.') }))
    .describe('Sources that did not answer.'),
})
type CrossCheck = z.output<typeof CrossCheck>

/** The output field that belongs to `crossCheckField`. */
export const crossCheckResult = () =>
  CrossCheck.optional().describe('How a second source differs; only with crossCheck.')

interface Check<Answer> {
  /** What is compared, by its place in the answer. */
  figures(answer: Answer): Figures
  /** Sources that know figures, but too little to answer in place of another one. */
  readonly also?: readonly Source<() => Promise<Figures>>[]
}

interface Checked<Answer> {
  readonly answer: Answer
  /** To be spread into the answer of the tool; empty if nothing was to be compared. */
  readonly checked: { readonly crossCheck?: CrossCheck }
}

/**
 * The answer of the first source, or of the next one where that fails. With a check, two sources
 * are asked at once and compared; a second one that fails is named, and fails nothing.
 */
export async function askSources<Provider, Answer>(
  sources: readonly Source<Provider>[],
  question: (provider: Provider) => Promise<Answer>,
  check: Check<Answer> | false = false,
): Promise<Checked<Answer>> {
  if (check) return compareTwo(repliesOf(sources, question, check))
  const [first, ...others] = sources.flatMap(({ provider }) =>
    provider === null ? [] : [provider],
  )
  if (first === undefined) throw noSource()
  return { answer: await firstSuccess([first, ...others], question), checked: {} }
}

interface Reply<Answer> {
  /** Null of a source that only knows figures. */
  readonly answer: { readonly value: Answer } | null
  readonly figures: Figures
}
type Ask<Answer> = () => Promise<Reply<Answer>>

function repliesOf<Provider, Answer>(
  sources: readonly Source<Provider>[],
  question: (provider: Provider) => Promise<Answer>,
  { figures, also = [] }: Check<Answer>,
): readonly Source<Ask<Answer>>[] {
  const replyOf = async (provider: Provider): Promise<Reply<Answer>> => {
    const value = await question(provider)
    return { answer: { value }, figures: figures(value) }
  }
  const whole = sources.map(({ title, provider }) => ({
    title,
    provider: provider === null ? null : async () => replyOf(provider),
  }))
  const partial = also.map(({ title, provider }) => ({
    title,
    provider: provider && (async () => ({ answer: null, figures: await provider() })),
  }))
  return withOwnTitles([...whole, ...partial])
}

/** Nodes of an operator have no address in their title, and so the same one. */
const withOwnTitles = <Provider>(
  sources: readonly Source<Provider>[],
): readonly Source<Provider>[] =>
  sources.map(({ title, provider }, at) => {
    const before = sources.slice(0, at).filter((one) => one.title === title).length
    return { title: before === 0 ? title : `${title} (${before + 1})`, provider }
  })

interface Answered<Answer> {
  readonly title: string
  readonly value: Answer
  readonly figures: Figures
}
type Outcome<Answer> = Reply<Answer> | { readonly thrown: unknown }

const settle = async <Answer>(ask: Ask<Answer>): Promise<Outcome<Answer>> =>
  ask().catch((thrown: unknown) => ({ thrown }))

/** For how long a call waits for a source that it could do without, from its beginning. */
const OTHERS_MS = 15_000

async function compareTwo<Answer>(
  sources: readonly Source<Ask<Answer>>[],
): Promise<Checked<Answer>> {
  const asked = sources.flatMap(({ title, provider: ask }) => (ask ? [{ title, ask }] : []))
  const begun = asked.slice(0, 2).map(({ ask }) => settle(ask))
  const time = createTime(OTHERS_MS)
  const failed: { readonly title: string; readonly fault: Fault }[] = []
  let first: Answered<Answer> | undefined
  let second: Answered<null> | undefined
  try {
    for (const [at, { title, ask }] of asked.entries()) {
      // What would begin after its time is not asked any more.
      const pending = begun[at] ?? (first && time.isOver() ? time.over : settle(ask))
      const outcome = await (first ? Promise.race([pending, time.over]) : pending)
      if ('thrown' in outcome) failed.push({ title, fault: faultOf(outcome.thrown, !first) })
      else if (first) second = { title, value: null, figures: outcome.figures }
      else if (outcome.answer) first = { title, ...outcome.answer, figures: outcome.figures }
      if (second) break
    }
  } finally {
    time.end()
  }
  if (!first) throw failed[0]?.fault ?? noSource()
  const absent = sources.filter(({ provider }) => provider === null)
  const unanswered = [
    ...failed.map(({ title, fault }) => ({ source: title, reason: fault.message })),
    ...absent.map(({ title }) => ({ source: title, reason: 'It is not set up here.' })),
  ]
  return { answer: first.value, checked: { crossCheck: crossCheckOf(first, second, unanswered) } }
}

/** A second source may fail in any way but by a bug; the first one as in a call without a check. */
function faultOf(thrown: unknown, isFirst: boolean): Fault {
  if (!(thrown instanceof Fault) || thrown.code === 'caller_gone') throw thrown
  if (isFirst && !isTheirs(thrown)) throw thrown
  return thrown
}

function createTime(forMs: number) {
  const { promise, resolve } = Promise.withResolvers<{ readonly thrown: Fault }>()
  const thrown = new Fault('upstream_timeout', 'It did not answer in time.')
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    resolve({ thrown })
  }, forMs)
  return { over: promise, isOver: () => isOver, end: () => clearTimeout(timer) }
}

const DIFFERENCES_MAX = 100

const rankOf = ({ agrees }: Difference): number => (agrees ? 1 : 0)

function crossCheckOf(
  first: Answered<unknown>,
  second: Answered<unknown> | undefined,
  unanswered: CrossCheck['unanswered'],
): CrossCheck {
  const { compared, differences } = second
    ? compareFigures(first, second)
    : { compared: 0, differences: [] }
  return {
    sources: [first.title, ...(second ? [second.title] : [])],
    agrees: compared === 0 ? null : differences.every(({ agrees }) => agrees),
    compared,
    differences: differences.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, DIFFERENCES_MAX),
    unanswered,
  }
}

const noSource = (): Fault => new Fault('not_configured', 'No source of this is set up here.')
