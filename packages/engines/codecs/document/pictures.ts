/** Collects the pictures of a document from data: links and from files in the scratch folder, without duplicates. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Picture } from '../../shared/document/model.ts';

const types: Readonly<Record<string, string>> = {
  jpg: 'jpeg',
  tif: 'tiff',
  svg: 'svg+xml',
  emf: 'x-emf',
  wmf: 'x-wmf',
};

export class Pictures {
  readonly all: Picture[] = [];
  readonly #work: string;
  readonly #ids = new Map<string, string>();

  constructor(work: string) {
    this.#work = work;
  }

  /**
   * Returns the id of the picture at `source`, which is a data: link or a file name. Returns undefined if the data of
   * the picture are missing.
   */
  readonly idOf = (source: string): string | undefined => {
    const known = this.#ids.get(source);
    if (known !== undefined) return known;
    const read = this.#read(source);
    if (!read) return undefined;
    const id = `picture-${this.all.length + 1}`;
    this.all.push({ id, ...read });
    this.#ids.set(source, id);
    return id;
  };

  #read(source: string): Omit<Picture, 'id'> | undefined {
    const [, type, parameters = '', text = ''] =
      /^data:(image\/[\w.+-]+)([^,]*),([\s\S]*)$/.exec(source) ?? [];
    if (type !== undefined) {
      const data = /;\s*base64\s*$/i.test(parameters) ? text : encoded(text);
      return { media_type: type, data: data.replace(/\s+/g, '') };
    }
    if (source === '' || source.startsWith('data:') || path.basename(source) !== source) return undefined;
    const file = path.join(this.#work, source);
    if (!existsSync(file)) return undefined;
    const ending = path.extname(file).slice(1).toLowerCase();
    return { media_type: `image/${types[ending] ?? ending}`, data: readFileSync(file).toString('base64') };
  }
}

const encoded = (text: string) => Buffer.from(decodeURIComponent(text)).toString('base64');
