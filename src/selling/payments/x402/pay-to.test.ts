import { expect, test } from 'vitest'
import { z } from 'zod'
import { NETWORKS } from '../../../outside/chains/networks.ts'
import { defineTool, nameTool, type ToolSpec } from '../../../base/core/tool.ts'
import { requirementsFor, type Merchant } from './requirements.ts'

const OPERATOR = `0x${'1'.repeat(40)}`
const SPENDER = `0x${'2'.repeat(40)}`

const settings: Readonly<Record<string, string>> = { PURSE_ADDRESS: SPENDER }
const merchant: Merchant = {
  payTo: { evm: OPERATOR, svm: 'operator on Solana' },
  baseUrl: 'http://shop.example',
  name: 'Shop',
  setting: (name) => settings[name],
}

const payeesOf = (payTo?: NonNullable<ToolSpec['payTo']>) => {
  const spec = defineTool({
    route: 'POST /api/buy',
    name: 'Buy',
    description: 'Buys.',
    price: '$0.001',
    uses: {},
    ...(payTo && { payTo }),
    input: z.object({}),
    output: z.object({}),
    examples: [{ input: {} }],
    run: () => ({}),
  })
  const tool = nameTool(spec, 'test', 'buy')
  const networks = NETWORKS.filter(({ family }) => family === 'evm' || family === 'svm')
  const offers = requirementsFor({ tool, amount: tool.price }, networks, {
    merchant,
    extraOf: () => ({}),
  })
  return new Set(offers.map(({ payTo: payee }) => payee))
}

test('payments for a tool go to the operator, unless it names another payee', () => {
  expect(payeesOf()).toEqual(new Set([OPERATOR, 'operator on Solana']))
  expect(payeesOf({ evm: SPENDER })).toEqual(new Set([SPENDER]))
})

test('a tool may read its payee from the settings, and needs one', () => {
  const ofSetting = (name: string) =>
    payeesOf((setting) => {
      const evm = setting(name)
      return evm === undefined ? {} : { evm }
    })
  expect(ofSetting('PURSE_ADDRESS')).toEqual(new Set([SPENDER]))
  expect(ofSetting('NO_SUCH_SETTING')).toEqual(new Set())
})
