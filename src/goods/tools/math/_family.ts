import { defineFamily } from '../../../base/core/tool.ts'

export default defineFamily({
  title: 'Math and finance',
  description: 'Arithmetic, statistics, geometry and financial formulas.',
})
