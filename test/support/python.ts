/** The environment in which a runner in Python finds the modules of the engines, as it does in the sandbox. */
import { fileURLToPath } from 'node:url';

/** The folder in which the package `engines` lies. */
export const pythonPath = fileURLToPath(new URL('../../packages', import.meta.url));

export const pythonEnv = { ...process.env, PYTHONPATH: pythonPath, PYTHONDONTWRITEBYTECODE: '1' };
