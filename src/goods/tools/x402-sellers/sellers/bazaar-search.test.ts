import { expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import bazaarSearch from './bazaar-search.ts'

const urls = async (input: Record<string, unknown>) => {
  const { resources } = await runExample(bazaarSearch, input)
  return (resources as readonly { url: string }[]).map(({ url }) => url)
}

test('without words, everything is listed', async () => {
  expect(await urls({})).toEqual([
    'https://weather.example/forecast',
    'https://old.example/weather',
  ])
  expect(await urls({ limit: 1 })).toHaveLength(1)
})

test('a seller or a network can be asked for alone', async () => {
  const payTo = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'
  expect(await urls({ payTo })).toEqual(['https://weather.example/forecast'])
  expect(await urls({ payTo, network: 'eip155:1' })).toEqual([])
  expect(await urls({ network: 'eip155:8453' })).toHaveLength(2)
})
