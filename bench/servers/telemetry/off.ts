import { serveTold } from './told.ts'

await serveTold()
