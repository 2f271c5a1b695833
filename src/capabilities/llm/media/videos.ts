import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Capability, Host } from '../../../base/core/capability.ts'
import { Fault } from '../../../base/core/fault.ts'
import { usdOf, type Usd } from '../../../base/core/money.ts'
import { NO_EXPENSE, type Expense } from '../../../base/core/spending.ts'
import { askBytes, askWhole, failed, type AttemptOptions } from '../attempt.ts'
import { MODEL_PROVIDER } from '../providers/all.ts'
import { lackOfMedium, mediumSettings, openMedium, type ForCall } from './models.ts'

export interface VideoWish {
  readonly price: Usd
  readonly prompt: string
  readonly seconds: number
  readonly aspectRatio: string
}

export interface Film {
  readonly id: string
  readonly bytes: Buffer
  readonly model: string
}

export interface Videos {
  film(wish: VideoWish): Promise<Film>
}

/** Of one request; the whole takes as long as the call may. */
const LIMITS = { firstEventMs: 30_000, idleMs: 30_000, totalMs: 60_000 }
const POLL_MS = { first: 500, most: 5_000 }
/** A longer answer would not be kept for a job. */
const BYTES_MAX = 20 * 1024 * 1024

const Submitted = z.object({ id: z.string().regex(/^[\w.:-]{1,200}$/) })
const Polled = z.object({ status: z.string() })
const OVER = new Set(['failed', 'cancelled', 'canceled', 'expired'])

/** Films what words say. */
export const videos: Capability<Videos> = {
  name: 'llm-videos',
  texts: 'own',
  reads: MODEL_PROVIDER,
  settings: mediumSettings('videos'),
  lacks: (read) => lackOfMedium(read, 'videos', (table) => table.videos),
  open: openVideos,
}

function openVideos(host: Host): ForCall<Videos> {
  const models = openMedium(host, 'videos')
  return (call) => ({
    async film({ price, prompt, seconds, aspectRatio }) {
      const wanted = {
        list: (table: { videos: readonly string[] }) => table.videos,
        units: seconds,
        price,
        tooMuch: `seconds: ${seconds} are more than this price pays for. Ask for fewer.`,
      }
      const { answer, model } = await models.ask(wanted, call, async (candidate, asking) => {
        const { path, modelId } = candidate
        const wish = { prompt, duration: seconds, aspect_ratio: aspectRatio }
        const asked = { ...asking, limits: LIMITS }
        const body = { model: modelId, ...wish, ...candidate.body }
        const { data } = Submitted.safeParse(await askWhole({ ...asked, body }))
        if (!data) throw failed({ kind: 'bad', message: 'The provider took no order for a film.' })
        // The order is what costs: whoever asks for its film is asked nothing more.
        const taken = { ...asked, expense: NO_EXPENSE }
        await done({ ...taken, path: `${path}/${data.id}` }, asking.expense)
        return { id: data.id, bytes: await contentOf(taken, data.id) }
      })
      return { ...answer, model }
    },
  })
}

/** Polls until the video is ready. A failed video is not charged. */
async function done(asked: AttemptOptions, order: Expense): Promise<void> {
  for (let waitMs = POLL_MS.first; ; waitMs = Math.min(POLL_MS.most, waitMs * 2)) {
    await sleep(waitMs, undefined, { signal: asked.signal }).catch(() => {
      throw new Fault('caller_gone', 'The caller hung up.')
    })
    const { data } = Polled.safeParse(await askWhole(asked))
    if (data?.status === 'completed') return
    if (data && !OVER.has(data.status)) continue
    if (data) order.costs(usdOf(0))
    throw failed({ kind: 'bad', message: 'The provider could not make the film.' })
  }
}

async function contentOf(asked: AttemptOptions, id: string): Promise<Buffer> {
  const bytes = await askBytes({ ...asked, path: `${asked.path}/${id}/content?index=0` })
  if (bytes.length > BYTES_MAX)
    throw failed({ kind: 'bad', message: 'The film is larger than 20 MB.' })
  // The box `ftyp` begins every film of this kind.
  if (bytes.toString('latin1', 4, 8) !== 'ftyp')
    throw failed({ kind: 'bad', message: 'The provider gave no film.' })
  return bytes
}
