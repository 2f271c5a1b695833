import { createHash } from 'node:crypto'
import type { CallContext, Capability, Host } from '../../base/core/capability.ts'
import { Fault, notFound } from '../../base/core/fault.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { dollarsOf, usdOf, type Usd } from '../../base/core/money.ts'
import { canonicalJson, flawOf } from '../../base/lib/canonical-json.ts'
import type { JsonObject } from '../../base/lib/json-object.ts'
import { choiceOf, noneRuns } from './choose-route.ts'
import {
  compared,
  inWords,
  msForStep,
  objectionTo,
  ordered,
  paramsFor,
  priceUsdOf,
  type Candidate,
  type Constraints,
  type Preference,
  type Step,
} from './decision.ts'
import type { Include, MarketGood } from './market.ts'
import { nanosOf } from './price.ts'
import { createRunner } from './run-route.ts'

export interface Goal extends Constraints {
  readonly goal: string
  readonly context: JsonObject
  readonly include: Include
  /** Tools of this service that may be run, by name; none: all. */
  readonly allow: readonly string[]
  readonly maxSteps: number
  readonly most: Usd
  readonly network?: string | undefined
  readonly prefer: Preference
  /** How many answers are wanted. */
  readonly compare: number
}

/** A model. Its answers are checked, and no rule depends on them. */
export interface Adviser {
  plan(asked: {
    readonly goal: string
    readonly context: JsonObject
    readonly most: number
    readonly candidates: readonly JsonObject[]
  }): Promise<readonly { readonly candidate: number; readonly params: JsonObject }[]>
  conclude(asked: {
    readonly goal: string
    readonly steps: readonly JsonObject[]
  }): Promise<{ readonly decision: string; readonly reasoning: string; readonly by: string }>
}

/** Works towards a goal with what the market has, for a call that is paid for. */
export interface Decider {
  decide(goal: Goal, adviser: Adviser | null): Promise<Decision>
}

export type Decision = Awaited<ReturnType<ReturnType<typeof createDecider>['decide']>>

const CANDIDATES = 25
const PAID_MS = 30_000
const STEP_MS = 60_000
const ENDINGS_READ = 20
const ENDINGS_MS = 30 * DAY_MS

export const decider: Capability<Decider> = {
  name: 'decider',
  settings: [],
  texts: 'public',
  runsTools: true,
  open: (host) => (call) => createDecider(host, call),
}

type Planned = readonly (Pick<Candidate, 'ware' | 'params'> & { readonly at: number })[]

function createDecider(host: Host, call: CallContext) {
  const { market, purse, run } = createRunner(host, call)

  async function goodsFor({ goal, include, allow }: Goal) {
    const { ranked } = await market.find(goal, CANDIDATES, include)
    // A stranger may name its tool as one of ours is named.
    const isAllowed = ({ isOwn, slug }: MarketGood) => isOwn && allow.includes(slug)
    const known = ranked.filter(({ good }) => allow.length === 0 || isAllowed(good))
    const named = await Promise.all(allow.map(async (slug) => market.ownNamed(slug)))
    const unknown = allow.find((_slug, at) => named[at] === null)
    if (unknown !== undefined)
      throw notFound(`allow: no tool of this service is called ${unknown}.`)
    const rest = named.flatMap((good) =>
      good === null || known.some((each) => each.good === good) ? [] : [{ good, score: 0 }],
    )
    const scores = new Map<MarketGood, number>()
    for (const { good, score } of [...known, ...rest]) scores.set(good, score)
    return scores
  }

  /** The median time of answers that were bought there. */
  async function latencyAt(origin: string): Promise<number | null> {
    const endings = await purse.books.endings(host.now() - ENDINGS_MS, ENDINGS_READ, origin)
    const told = endings.flatMap(({ delivered, ms }) =>
      delivered === 1 && ms !== null ? [ms] : [],
    )
    return told.toSorted((a, b) => a - b)[Math.floor((told.length - 1) / 2)] ?? null
  }

  async function considered(goal: Goal) {
    const scores = await goodsFor(goal)
    const wishes = { params: goal.context, most: goal.most, network: goal.network }
    const { wares, skipped } = choiceOf([...scores.keys()], wishes, purse)
    const candidates = await Promise.all(
      wares.map(async (ware): Promise<Candidate> => {
        const { good } = ware
        const latencyMs = good.isOwn ? null : await latencyAt(good.seller)
        const seenAt = good.isOwn ? host.now() : good.route.seen
        const score = scores.get(good) ?? 0
        return { ware, score, latencyMs, seenAt, ...paramsFor(good, goal) }
      }),
    )
    return { candidates, skipped, all: scores.size }
  }

  async function step(
    { ware, params, at }: Planned[number],
    goal: Goal,
    { left, leftMs }: { readonly left: Usd; readonly leftMs: number },
  ): Promise<Step> {
    const { good } = ware
    const began = host.now()
    const url = good.isOwn ? good.url : good.route.url
    const told = { seller: good.seller, slug: good.slug, url, params }
    const limits = {
      part: partOf(at, url, params),
      most: usdOf(Math.min(left, ware.lane.most)),
      timeoutMs: Math.min(goal.maxLatencyMs ?? PAID_MS, PAID_MS, leftMs),
      ownMs: Math.min(goal.maxLatencyMs ?? STEP_MS, STEP_MS, leftMs),
    }
    try {
      const ran = await run(ware, params, limits)
      const ms = host.now() - began
      const nothing = { ...told, ok: false, result: null, priceUsd: 0, ms }
      if ('why' in ran) return { ...nothing, error: `not bought: ${ran.why}` }
      const priceUsd = priceUsdOf({ price: ran.underlying }) ?? 0
      return { ...told, ok: true, result: ran.result, priceUsd, error: null, ms }
    } catch (thrown) {
      if (!(thrown instanceof Fault) || call.signal.aborted) throw thrown
      const ms = host.now() - began
      return { ...told, ok: false, result: null, priceUsd: 0, error: thrown.message, ms }
    }
  }

  async function pursued(planned: Planned, goal: Goal, wanted: number) {
    const steps: Step[] = []
    let own = 0
    for (const each of planned) {
      const isEnough = steps.filter(({ ok }) => ok).length >= wanted
      const leftMs = msForStep(call.until, host.now())
      if (isEnough || steps.length >= goal.maxSteps || leftMs === 0) break
      const left = usdOf(goal.most - own - (await purse.books.spentFor(call.id)))
      const { good } = each.ware
      if (left <= 0 || (good.price ?? 0) > nanosOf(left)) continue
      const done = await step(each, goal, { left, leftMs })
      if (good.isOwn && done.ok) own += Math.ceil((good.price ?? 0) / NANOS_PER_MICRO)
      steps.push(done)
      call.progress?.({ stage: 'run', done: steps.length, total: null })
    }
    return { steps, spent: usdOf(own + (await purse.books.spentFor(call.id))) }
  }

  async function planOf(open: readonly Candidate[], goal: Goal, adviser: Adviser | null) {
    const { goal: words, context, maxSteps, prefer } = goal
    const byRule = ordered(
      open.filter(({ missing }) => missing.length === 0),
      prefer,
    ).map(({ ware, params }, at) => ({ ware, params, at }))
    if (!adviser || open.length === 0) return { planned: byRule, isAdvised: false }
    const candidates = open.map(({ ware: { good }, params, missing }, at) => ({
      candidate: at + 1,
      seller: good.isOwn ? 'this service' : 'another seller',
      slug: good.slug,
      description: good.description.slice(0, 300),
      priceUsd: priceUsdOf(good),
      inputs: good.inputs.slice(0, 30),
      params,
      missing,
    }))
    const asked = { goal: words, context, most: maxSteps, candidates }
    const plan = await adviser.plan(asked).catch(whenAdviserFails(() => []))
    const planned = plan.flatMap(({ candidate, params }, at) => {
      const chosen = open[candidate - 1]
      return chosen ? [{ ware: chosen.ware, params, at }] : []
    })
    return planned.length > 0 ? { planned, isAdvised: true } : { planned: byRule, isAdvised: false }
  }

  /** The rules work without a model. */
  const whenAdviserFails =
    <T>(instead: () => T) =>
    (thrown: unknown): T => {
      if (!(thrown instanceof Fault) || call.signal.aborted) throw thrown
      return instead()
    }

  return {
    async decide(goal: Goal, adviser: Adviser | null) {
      const { candidates, skipped, all } = await considered(goal)
      const judged = candidates.map((candidate) => ({
        candidate,
        objection: objectionTo(candidate, goal, host.now()),
      }))
      const open = judged.flatMap(({ candidate, objection }) =>
        objection === null ? [candidate] : [],
      )
      const { planned, isAdvised } = await planOf(open, goal, adviser)
      const wanted = isAdvised ? goal.maxSteps : goal.compare
      const { steps, spent } = await pursued(planned, goal, wanted)
      const tried = new Map(steps.map(({ url, error, ok }) => [url, ok ? 'run' : error]))
      const evidence = [
        ...judged.map(({ candidate, objection }) => ({
          ...candidateRow(candidate),
          why: objection ?? tried.get(urlOf(candidate)) ?? waiting(candidate, isAdvised),
        })),
        ...skipped.map(({ seller, slug, why }) => ({ seller, slug, ...NOTHING_KNOWN, why })),
      ]
      if (!steps.some(({ ok }) => ok)) throw nothingRan(steps, evidence)
      const counts = { considered: all, left: evidence.length - steps.length }
      const byRule = { ...inWords(steps, counts, goal.prefer), by: 'rules' }
      const words = isAdvised
        ? await adviser!
            .conclude({ goal: goal.goal, steps: steps.map(forReader) })
            .catch(whenAdviserFails(() => byRule))
        : byRule
      return {
        ...words,
        steps,
        comparison: compared(steps),
        evidence,
        spentUsd: dollarsOf(spent),
      }
    },
  }
}

const NANOS_PER_MICRO = 1_000
const RESULT_CHARACTERS_MAX = 4_000

const forReader = ({ seller, slug, ok, result, error }: Step): JsonObject => ({
  tool: `${slug} of ${seller}`,
  ok,
  answer: ok ? (JSON.stringify(result) ?? '').slice(0, RESULT_CHARACTERS_MAX) : error,
})

/** The same try of the same call is the same purchase; another address is another one. */
function partOf(at: number, url: string, params: JsonObject): string {
  const what = flawOf(params) === null ? canonicalJson(params) : JSON.stringify(params)
  return `.${createHash('sha256').update(`${at} ${url} ${what}`).digest('hex').slice(0, 24)}`
}

const urlOf = ({ ware: { good } }: Candidate): string => (good.isOwn ? good.url : good.route.url)

const NOTHING_KNOWN = { url: null, priceUsd: null, score: null, health: null, lane: null } as const

const candidateRow = (candidate: Candidate) => {
  const { ware, score } = candidate
  const { good, lane } = ware
  return {
    seller: good.seller,
    slug: good.slug,
    url: urlOf(candidate),
    priceUsd: priceUsdOf(good),
    score,
    health: good.health,
    lane: lane.lane,
  }
}

const waiting = ({ missing }: Candidate, isAdvised: boolean): string =>
  missing.length > 0 && !isAdvised
    ? `needs ${missing.join(', ')}, which neither context nor goal gives`
    : 'others stood before it'

function nothingRan(
  steps: readonly Step[],
  evidence: readonly { readonly seller: string; readonly slug: string; readonly why: unknown }[],
): Fault {
  const whys = evidence.map(({ seller, slug, why }) => `${slug} of ${seller}: ${String(why)}`)
  const said = whys.join('; ').slice(0, 2_000)
  if (steps.length === 0)
    return noneRuns(
      evidence.map(({ why }) => String(why)),
      `Nothing that was found can be run. ${said}`,
    )
  return new Fault('upstream_failed', `No step succeeded, and you are not charged. ${said}`)
}
