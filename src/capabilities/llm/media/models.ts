import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { CallContext, Host } from '../../../base/core/capability.ts'
import { badInput, Fault } from '../../../base/core/fault.ts'
import { dollarsOf, usd, usdOf, type Usd } from '../../../base/core/money.ts'
import { beginExpense } from '../../../base/core/spending.ts'
import { readSetting, type ReadText, type Setting } from '../../../base/core/setting.ts'
import { whyUnread, wordingOf } from '../../../base/core/validation-messages.ts'
import { openAsker } from '../asker.ts'
import type { AttemptOptions } from '../attempt.ts'
import { COST_SHARE } from '../token-limits.ts'
import { openProviders, ORDER, PROVIDERS } from '../providers/all.ts'
import type { Medium, OpenProvider } from '../providers/provider.ts'

const Model = z.object({
  /** Dollars for one unit, at most. */
  cost: z.number().min(0),
  /** Sent along with every request. */
  body: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
})

const dollarMicros = usd('$1')

const names = z.array(z.string())

const Table = z
  .object({
    date: z.string(),
    models: z.record(z.string(), Model),
    images: z.object({ fast: names, standard: names, pro: names }),
    videos: names,
    speech: names,
    transcription: names,
  })
  .superRefine(({ models, images, videos, speech, transcription }, { addIssue }) => {
    for (const id of [...Object.values(images), videos, speech, transcription].flat())
      if (!models[id])
        addIssue({ code: 'custom', message: `a list names ${id}, which is no model` })
  })

export type Table = z.output<typeof Table>

/** The operator's own table, in the place of ours. */
const MEDIA_FILE = {
  name: 'LLM_MEDIA',
  description:
    'JSON file with the models for pictures, films, speech and recordings, in the form of `src/capabilities/llm/media/media.json`. Default: that file.',
  schema: z.string().transform((path, context): Table => {
    try {
      return tableAt(path)
    } catch (thrown) {
      context.addIssue({ code: 'custom', message: `${path}: ${whyUnread(thrown)}` })
      return z.NEVER
    }
  }),
} as const satisfies Setting<Table>

const tableAt = (file: string | URL): Table =>
  Table.parse(JSON.parse(readFileSync(file, 'utf8')), { error: wordingOf })

const OWN = new URL('./media.json', import.meta.url)

/** A model at `LLM_URL` for one medium; null for what such servers do not make. */
const ownSetting = (medium: Medium, what: string) => ({
  name: `LLM_URL_${medium.toUpperCase()}_MODEL`,
  description: `Model that \`LLM_URL\` is asked for ${what}. Without it, it is not asked for any.`,
  need: 'one-of' as const,
})

const OWN_SETTINGS = {
  images: ownSetting('images', 'pictures'),
  videos: null,
  speech: ownSetting('speech', 'speech'),
  transcription: ownSetting('transcription', 'the text of recordings'),
} as const satisfies Record<Medium, Setting | null>

/** Settings that select the provider of a medium. */
export const mediumSettings = (medium: Medium): readonly Setting[] => [
  ...PROVIDERS.filter(({ media }) => media?.[medium]).flatMap(({ settings }) => settings),
  ...[OWN_SETTINGS[medium]].filter((setting) => setting !== null),
  ORDER,
  MEDIA_FILE,
]

/** Models that make a medium here, by the names of the table or the operator. */
export function mediumModels(read: ReadText, medium: Medium): readonly string[] {
  const table = readSetting(read, MEDIA_FILE) ?? tableAt(OWN)
  const ownModel = ownModelOf(read, medium)
  const named = medium === 'images' ? Object.values(table.images).flat() : table[medium]
  return openProviders(read).flatMap(({ media, isOwn, modelId }) => {
    if (media?.[medium] === undefined) return []
    if (isOwn) return ownModel === undefined ? [] : [ownModel]
    return named.filter((name) => modelId(name) !== null)
  })
}

/** What a tool lacks whose models are a list of the table: no provider makes any of them. */
export function lackOfMedium(
  read: ReadText,
  medium: Medium,
  list: MediaOrder['list'],
): string | null {
  const names = list(readSetting(read, MEDIA_FILE) ?? tableAt(OWN))
  const isMade = openProviders(read).some(({ media, isOwn, modelId }) => {
    if (media?.[medium] === undefined) return false
    return isOwn
      ? ownModelOf(read, medium) !== undefined
      : names.some((name) => modelId(name) !== null)
  })
  return isMade ? null : `no provider that is set up and asked makes ${names.join(' or ')}.`
}

/** The model at `LLM_URL` that the operator names for a medium. */
function ownModelOf(read: ReadText, medium: Medium): string | undefined {
  const own = OWN_SETTINGS[medium]
  return own ? read(own.name) : undefined
}

/** One model at one provider. */
export interface MediaCandidate {
  readonly provider: OpenProvider
  readonly path: string
  readonly modelId: string
  /** As the table calls it, or the operator. */
  readonly name: string
  readonly body: Readonly<Record<string, unknown>>
  /** Dollars, at most. */
  readonly cost: number
}

export interface MediaOrder {
  /** A list of the table. */
  list(table: Table): readonly string[]
  readonly units: number
  readonly price: Usd
  /** What a buyer must change where the price does not pay for it. */
  readonly tooMuch: string
}

/** What an attempt needs to ask a candidate. */
export type AttemptContext = Pick<
  AttemptOptions,
  'client' | 'provider' | 'path' | 'expense' | 'signal'
>

export interface MediaModels {
  /** The answer of the first model that has a good one. */
  ask<Answer>(
    wanted: MediaOrder,
    call: Pick<CallContext, 'signal' | 'spending'>,
    attempt: (candidate: MediaCandidate, asking: AttemptContext) => Promise<Answer>,
  ): Promise<{ readonly answer: Answer; readonly model: string }>
}

export function openMedium(host: Host, medium: Medium): MediaModels {
  const read = (name: string) => host.setting(name)
  const providers = openProviders(read)
  const table = readSetting(read, MEDIA_FILE) ?? tableAt(OWN)
  const ownModel = ownModelOf(read, medium)
  const { client, ask } = openAsker(host)

  function candidatesFor({ list, units, price, tooMuch }: MediaOrder): readonly MediaCandidate[] {
    const mayCost = dollarsOf(usdOf(Math.floor(price * COST_SHARE)))
    const able = providers.flatMap((provider): MediaCandidate[] => {
      const path = provider.media?.[medium]
      if (path === undefined) return []
      if (provider.isOwn)
        return ownModel === undefined
          ? []
          : [{ provider, path, modelId: ownModel, name: ownModel, body: {}, cost: 0 }]
      return list(table).flatMap((name) => {
        const modelId = provider.modelId(name)
        const model = table.models[name]
        if (modelId === null || !model) return []
        const { cost, body = {} } = model
        return [{ provider, path, modelId, name, body, cost: cost * units }]
      })
    })
    const paid = able.filter(({ cost }) => cost <= mayCost)
    if (able.length > 0 && paid.length === 0) throw badInput(tooMuch)
    if (paid.length === 0)
      throw new Fault(
        'not_configured',
        `No provider of this instance makes ${medium}: ${settingsOf(medium)} is not set.`,
      )
    return paid
  }

  return {
    async ask(wanted, call, attempt) {
      const { signal } = call
      const { candidate, answer } = await ask(candidatesFor(wanted), {
        signal,
        nameOf: ({ provider, modelId }) => `${provider.name} ${modelId}`,
        async attempt(each) {
          const { provider, path } = each
          const most = usdOf(Math.ceil(each.cost * dollarMicros))
          const expense = await beginExpense(call, provider.title, most)
          return attempt(each, { client, provider, path, expense, signal })
        },
      })
      return { answer, model: candidate.name }
    },
  }
}

/** Settings of which one is enough. */
const settingsOf = (medium: Medium): string =>
  mediumSettings(medium)
    .filter(({ need }) => need === 'one-of')
    .map(({ name }) => name)
    .join(' or ')

export type ForCall<T> = (call: Pick<CallContext, 'signal' | 'spending'>) => T
