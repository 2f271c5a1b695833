import { z } from 'zod'
import type { Capability, Host } from '../../../base/core/capability.ts'
import type { Usd } from '../../../base/core/money.ts'
import { askWhole, failed, PICTURES } from '../attempt.ts'
import { MODEL_PROVIDER } from '../providers/all.ts'
import { lackOfMedium, mediumSettings, openMedium, type ForCall, type Table } from './models.ts'

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

/** Draws pictures of words, by the models of one tier. */
export const imagesFor = (tier: ImageTier): Capability<Images> => ({
  name: 'llm-images',
  texts: 'own',
  reads: MODEL_PROVIDER,
  settings: mediumSettings('images'),
  lacks: (read) => lackOfMedium(read, 'images', ofTier(tier)),
  open: openImages,
})

const ofTier =
  (tier: ImageTier) =>
  ({ images }: Table): readonly string[] =>
    images[tier]

function openImages(host: Host): ForCall<Images> {
  const models = openMedium(host, 'images')
  return (call) => ({
    async draw({ tier, price, prompt, size, background }) {
      const limits = tier === 'pro' ? LIMITS : QUICK
      const wanted = {
        list: ofTier(tier),
        units: 1,
        price,
        tooMuch: 'No model of this instance draws for this price.',
      }
      const { answer, model } = await models.ask(wanted, call, async (candidate, asking) => {
        const { modelId } = candidate
        const look = background === 'auto' ? {} : { background }
        const body = { model: modelId, prompt, n: 1, size, ...look, ...candidate.body }
        const told = await askWhole({ ...asking, body, limits, bounds: PICTURES })
        const base64 = Answer.safeParse(told).data?.data[0]?.b64_json ?? ''
        if (!PICTURE.test(base64))
          throw failed({ kind: 'bad', message: 'The model gave no picture.' })
        return base64
      })
      return { base64: answer, model }
    },
  })
}
