import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** What one picture takes at once: four texts, and then the whole. */
const OF_ONE = 4

/** In a process of its own: the counters of `sharp` count all its threads. */
const PROGRAM = `
  import sharp from 'sharp'
  import { pictureEndpoint } from './src/front/http/pages/pictures.ts'
  const spec = (name) => ({ name, description: name, price: '$0.001' })
  const bySlug = (slug) => ({ spec: spec(slug), price: 1_000 })
  const site = { name: 'Farebox', isFree: false }
  const { handle } = pictureEndpoint({
    catalog: { bySlug }, site, till: { describe: () => ({}) },
  })
  const asked = async (slug) =>
    handle({ header: () => undefined }, { kind: 'tools', file: slug + '.png' })
  await asked('kept')
  let most = 0
  const counting = setInterval(() => {
    const { queue, process } = sharp.counters()
    most = Math.max(most, queue + process)
  }, 1)
  await Promise.all(['a', 'kept', 'b', 'kept', 'c', 'kept', 'd'].map(asked))
  clearInterval(counting)
  console.log(most)
`

test('one picture is drawn at a time, whoever asks for one that is kept meanwhile', async () => {
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', PROGRAM]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const most = Number(stdout)
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(OF_ONE)
})
