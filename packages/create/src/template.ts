import { fileURLToPath } from 'node:url'
import { type Files, readFiles } from './files.ts'

const FOLDER = fileURLToPath(new URL('../template/', import.meta.url))

/** The files of the application that others and their resources are written after, without its client, which each application writes itself. */
export const templateFiles = (): Promise<Files> => readFiles(FOLDER, ['client', 'node_modules', 'dist'])
