import { z } from 'zod'
import type { Capability, Host } from '../../core/capability.ts'
import type { Usd } from '../../core/money.ts'
import { askWhole, failed, PICTURES } from '../attempt.ts'
import { MODEL_PROVIDER } from '../providers/all.ts'
import { mediumSettings, openMedium, type ForCall } from './models.ts'

export type ImageTier = 'fast' | 'standard' | 'pro'

export interface ImageWish {
  readonly tier: ImageTier
  readonly price: Usd
  readonly prompt: string
  readonly size: string
  readonly background: string
}

export interface Images {
  draw(wish: ImageWish): Promise<{ readonly base64: string; readonly model: string }>
}

const LIMITS = { firstEventMs: 150_000, idleMs: 60_000, totalMs: 160_000 }
const QUICK = { firstEventMs: 27_000, idleMs: 27_000, totalMs: 28_000 }

const Answer = z.object({ data: z.array(z.object({ b64_json: z.string().min(1) })).min(1) })

/** PNG, JPEG and WebP, by how their base64 begins. */
const PICTURE = /^(iVBORw0KGgo|\/9j\/|UklGR)/

/** Draws pictures of words. */
export const images: Capability<Images> = {
  name: 'llm-images',
  reads: MODEL_PROVIDER,
  settings: mediumSettings('images'),
  open: openImages,
}

function openImages(host: Host): ForCall<Images> {
  const models = openMedium(host, 'images')
  return ({ signal }) => ({
    async draw({ tier, price, prompt, size, background }) {
      const limits = tier === 'pro' ? LIMITS : QUICK
      const wanted = {
        list: (table: { images: Record<ImageTier, readonly string[]> }) => table.images[tier],
        units: 1,
        price,
        tooMuch: 'No model of this instance draws for this price.',
      }
      const { answer, model } = await models.ask(wanted, signal, async (candidate, client) => {
        const { provider, path, modelId } = candidate
        const look = background === 'auto' ? {} : { background }
        const body = { model: modelId, prompt, n: 1, size, ...look, ...candidate.body }
        const told = await askWhole({
          client,
          provider,
          path,
          body,
          limits,
          signal,
          bounds: PICTURES,
        })
        const base64 = Answer.safeParse(told).data?.data[0]?.b64_json ?? ''
        if (!PICTURE.test(base64))
          throw failed({ kind: 'bad', message: 'The model gave no picture.' })
        return base64
      })
      return { base64: answer, model }
    },
  })
}
