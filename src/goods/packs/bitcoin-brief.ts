import { z } from 'zod'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Bitcoin brief',
  tagline: 'Fees, hash rate, price, path and mood of Bitcoin.',
  asks: [
    'bitcoin brief: fees, hash rate, price and mood of the market',
    'all about bitcoin today: network fees, month of prices, fear and greed',
  ],
  input: z.object({}),
  steps: [
    { tool: 'btc-network', input: () => ({}) },
    { tool: 'crypto-price', input: () => ({ coins: 'BTC' }) },
    { tool: 'crypto-history', input: () => ({ coin: 'BTC' }) },
    { tool: 'fear-greed', input: () => ({}) },
  ],
  examples: [{ input: {} }],
})
