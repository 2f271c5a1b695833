/** @module-tag long */
import { expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import tool from './phishing-site.ts'

test.each([
  ['https://free-airdrop.app/', { phishing: true, verdict: 'listed' }],
  ['https://a.b.free-airdrop.app/x', { phishing: true, verdict: 'listed' }],
  ['https://uniswap-claim.example.com/', { phishing: true, verdict: 'listed' }],
  ['https://app.uniswap.org/', { phishing: false, verdict: 'trusted', lookalikeOf: null }],
  ['https://unswap.org/', { phishing: false, verdict: 'trusted', lookalikeOf: null }],
  ['https://opensea.xyz/', { verdict: 'look-alike', lookalikeOf: 'opensea.io' }],
  ['https://xn--unswap-4va.org/', { verdict: 'look-alike', lookalikeOf: 'uniswap.org' }],
  ['https://metamask-support.dev/', { verdict: 'look-alike', lookalikeOf: 'metamask.io' }],
  ['https://metamosk.dev/', { verdict: 'look-alike', lookalikeOf: 'metamask.io' }],
  ['https://unrelated-shop.dev/', { phishing: false, lookalikeOf: null }],
])('%s', async (url, expected) => {
  expect(await runExample(tool, { url }, '2026-06-02T00:00:00Z')).toMatchObject(expected)
})
