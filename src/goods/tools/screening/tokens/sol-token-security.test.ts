import { expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import { DANGEROUS } from '../../../../../test/support/upstreams/solana.ts'
import tool from './sol-token-security.ts'

test('extensions that let somebody act against holders are found, most severe first', async () => {
  const answer = await runExample(tool, { mint: DANGEROUS })
  expect(answer).toMatchObject({
    findings: [
      { code: 'permanent-delegate', severity: 'high' },
      { code: 'frozen-by-default', severity: 'high' },
      { code: 'transfer-fee', severity: 'high', evidence: '12.5 %' },
      { code: 'freeze-authority' },
      { code: 'mint-authority' },
      { code: 'fee-changeable' },
      { code: 'transfer-hook' },
      { code: 'pausable' },
      { code: 'concentrated', evidence: '90 %' },
      { code: 'close-authority', severity: 'low' },
    ],
    verified: null,
    holderCount: null,
    top10Pct: 90,
  })
})

test.each([
  ['vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg', 'mint: is no token of Solana'],
  ['9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM', 'mint: is no token of Solana'],
])('%s is refused', async (mint, message) => {
  await expect(runExample(tool, { mint })).rejects.toThrow(message)
})
