import { fileURLToPath } from 'node:url'
import { type Files, readFiles } from './files.ts'

const FOLDER = fileURLToPath(new URL('../template/', import.meta.url))

/** Returns the files of the template, from which applications and their resources are made. Its client is left out: each application generates its own. */
export const templateFiles = (): Promise<Files> => readFiles(FOLDER, ['client', 'node_modules', 'dist'])
