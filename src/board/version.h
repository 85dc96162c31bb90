/* board/version.h: of all the programs. */
#ifndef QILI_BOARD_VERSION_H
#define QILI_BOARD_VERSION_H

#define QILI_VERSION "0.1.0"

#endif
