import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureEndpoint } from '../../src/front/http/pages/pictures.ts'
import type { CallRequest } from '../../src/base/core/call.ts'
import type { Shop } from '../../src/front/surfaces/surface.ts'

/** What one picture takes at once: four texts, and then the whole. */
const OF_ONE = 4

test('one picture is drawn at a time, whoever asks for one that is kept meanwhile', async () => {
  const spec = (name: string) => ({ name, description: name, price: '$0.001' })
  const bySlug = (slug: string) => ({ spec: spec(slug), price: 1_000 })
  const site = { name: 'Farebox', isFree: false }
  const shop = { catalog: { bySlug }, site, till: { describe: () => ({}) } } as unknown as Shop
  const { handle } = pictureEndpoint(shop)
  const asked = async (slug: string) =>
    handle({ header: () => undefined } as unknown as CallRequest, {
      kind: 'tools',
      file: `${slug}.png`,
    })
  await asked('kept')
  let most = 0
  const counting = setInterval(() => {
    const { queue, process } = sharp.counters()
    most = Math.max(most, queue + process)
  }, 1)
  await Promise.all(['a', 'kept', 'b', 'kept', 'c', 'kept', 'd'].map(asked))
  clearInterval(counting)
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(OF_ONE)
})
