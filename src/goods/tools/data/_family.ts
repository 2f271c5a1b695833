import { defineFamily } from '../../../base/core/tool.ts'

export default defineFamily({
  title: 'Live public data',
  description:
    'Places, weather, companies, markets, health, science and government, from public sources.',
})
