/** The uploads module: files that are sent before their conversion is requested. */
import { callerOfAccount } from '../../http/guards/caller.ts';
import { defineModule } from '../../module.ts';
import { openUploads } from '../../uploads/open.ts';
import { filesModule } from '../files/module.ts';
import { formatsModule } from '../formats/module.ts';
import { createUpload } from './create-upload.ts';
import { uploadRoutes } from './uploads.ts';

export const uploadsModule = defineModule({
  name: 'uploads',
  needs: { files: filesModule, formats: formatsModule },
  open: async (core, { files, formats: { workspace } }) => {
    const { config, address, admission, minimumThroughput, ending } = core;
    const { jobFileBytes } = config;
    const { uploads, resumableUploads } = await openUploads(config, { ...core, ...files });
    return {
      services: { uploads },
      endpoints: (server) =>
        void server.register(uploadRoutes, {
          ...{ uploads, resumableUploads, address, workspace, admission, minimumThroughput, ending },
          jobFileBytes,
        }),
      tools: [createUpload({ uploads, jobFileBytes })],
      sweep: () => uploads.sweep(),
      accountDeletion: [
        { name: 'uploads', remove: (accountId) => uploads.removeAllOf(callerOfAccount(accountId)) },
      ],
    };
  },
});
