-- AlterTable
ALTER TABLE "session" ADD COLUMN     "context_window_provenance" TEXT NOT NULL DEFAULT 'unavailable';

-- AlterTable
ALTER TABLE "turn" ADD COLUMN     "context_window_provenance" TEXT NOT NULL DEFAULT 'unavailable';
