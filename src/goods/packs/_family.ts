import { defineFamily } from '../../base/core/tool.ts'

export default defineFamily({
  title: 'Skill packs',
  description: 'Several tools behind one payment, each step answering or failing by itself.',
})
