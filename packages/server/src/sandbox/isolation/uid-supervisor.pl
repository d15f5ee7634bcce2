# Supervises a program that runs as a separate user with a filter of system calls. Exits when all processes and files of
# that user are gone. Usage: uid-supervisor.pl PRCTL INFO_FD FILTER_FD DIR PROGRAM ARGUMENT... PRCTL is the number of
# the system call prctl on this architecture. DIR is the folder with the job's `in`, `out`, `work` and `task`.
use strict;
use warnings;
no warnings 'recursion';

# User ids above the range that Debian assigns to packages and below the id of the user nobody. They have no names.
my ($first, $users) = (64200, 256);
# World-writable folders.
my @shared = ('/tmp', '/var/tmp', '/dev/shm', '/run/lock');
my ($set_death_signal, $set_no_new_privileges, $set_filter, $by_program) = (1, 38, 22, 2);
my $no_such_process = 3;

my ($prctl, $info, $filter_from, $dir, @program) = @ARGV;

my ($child, $terminated);
$SIG{TERM} = sub {
    $terminated = 1;
    kill KILL => $child if $child;
};
control($set_death_signal, 15);
close_inherited();

open my $filter_file, '<&=', $filter_from or die "no filter: $!\n";
my $filter = do { local $/; <$filter_file> };
close $filter_file;

my ($user, $lock) = free_user();
# The supervisor runs as this user: it can kill the program's processes, and they cannot kill it.
my $supervisor = $user + $users;
remove_left_before();
grant_ownership();

open my $info_file, '>&=', $info or die "no file descriptor for the process id: $!\n";
$child = fork // die "no process: $!\n";
begin() if $child == 0;
kill KILL => $child if $terminated;
print $info_file qq({"child-pid": $$}\n);
close $info_file;
close STDIN;

waitpid $child, 0;
my $status = $?;
end_all();
remove_left();
exit($status & 127 ? 128 + ($status & 127) : $status >> 8);

# Closes files that the server inherited from its parent.
sub close_inherited {
    opendir my $all, '/proc/self/fd' or die "no /proc: $!\n";
    my @more = grep { /^\d+$/ && $_ > 2 && $_ != $info && $_ != $filter_from } readdir $all;
    closedir $all;
    for my $fd (@more) {
        open my $file, '<&=', $fd or next;
        close $file;
    }
}

# Servers on one machine claim a user with the name of a socket. The kernel frees the name when the process that bound
# it exits. Zombies count towards the process limit, so users with zombies are taken last.
sub free_user {
    my @all = map { $first + ($$ + $_) % $users } 0 .. $users - 1;
    my %seen = map { $_->[0] => 1 } processes();
    for my $id ((grep { !$seen{$_} && !$seen{$_ + $users} } @all), @all) {
        socket my $name, 1, 1, 0 or die "no socket: $!\n";
        return ($id, $name) if bind($name, pack('S a*', 1, "\0protean-user-$id")) && !running($id);
    }
    die "all users from $first on are taken\n";
}

# Whether a process runs as this user or as its supervisor. Ignores zombies and this process.
sub running {
    my ($id) = @_;
    return grep { my ($user, $state) = @$_; ($user == $id || $user == $id + $users) && $state !~ /[ZX]/ } processes();
}

# Returns the user and the state of each process except this one.
sub processes {
    opendir my $all, '/proc' or die "no /proc: $!\n";
    my @found;
    for my $pid (grep { /^\d+$/ && $_ != $$ } readdir $all) {
        open my $file, '<', "/proc/$pid/status" or next;
        my $status = do { local $/; <$file> } // '';
        push @found, [$2, $1] if $status =~ /^State:\t(.).*^Uid:\t(\d+)/ms;
    }
    return @found;
}

# Makes the sandbox's user the only user that can enter the folder. The user can read the inputs and the command script,
# but not write them.
sub grant_ownership {
    chown 0, $user, $dir or die "files cannot be given away: $!\n";
    chmod 0710, $dir;
    chmod 0755, "$dir/in", "$dir/task";
    chown $user, $user, "$dir/out", "$dir/work";
}

sub begin {
    close $info_file;
    control($set_no_new_privileges, 1, 0, 0, 0);
    control($set_filter, $by_program, pack('S x6 P', length($filter) / 8, $filter));
    umask 077;
    my @as = ("--reuid=$user", "--regid=$user", '--clear-groups', '--inh-caps=-all');
    exec '/usr/bin/setpriv', @as, '--pdeathsig=KILL', '--', @program or die "no program: $!\n";
}

sub control {
    my ($what, @how) = @_;
    return if syscall($prctl, $what, @how) == 0;
    die "prctl $what: $!\n";
}

# A single kill(-1) reaches all processes at once, so no process escapes by forking.
sub end_all {
    $SIG{TERM} = 'IGNORE';
    become_supervisor();
    until (kill(KILL => -1) == 0 && $! == $no_such_process) {
        last unless running($user);
        select undef, undef, undef, 0.001;
    }
}

# Changes the user of this process. As root, kill(-1) would reach every process of the machine.
sub become_supervisor {
    ($(, $)) = ($user, "$user $user");
    ($<, $>) = ($supervisor, $user);
    die "not the supervisor of $user: $!\n" if $< != $supervisor || $> != $user;
}

# Removes the files of an earlier sandbox whose supervisor was killed. Runs as the sandbox's user, because links could
# make root remove other files.
sub remove_left_before {
    return if !left();
    my $cleaner = fork // die "no process: $!\n";
    if ($cleaner == 0) {
        become_supervisor();
        remove_left();
        exit 0;
    }
    waitpid $cleaner, 0;
}

# Starts no other process, because zombies count towards the process limit until init reaps them.
sub remove_left {
    for my $file (left()) {
        my ($folder, $name) = $file =~ m{^(.*)/(.*)$}s;
        remove($name) if chdir $folder;
    }
}

sub left {
    return grep { ((lstat)[4] // -1) == $user } map { my $folder = $_; map { "$folder/$_" } names($folder) } @shared;
}

sub remove {
    my ($name) = @_;
    return if unlink $name;
    chmod 0700, $name;
    chdir $name or return;
    remove($_) for names('.');
    chdir '..' and rmdir $name;
}

sub names {
    my ($folder) = @_;
    opendir my $all, $folder or return;
    # Untaints the names, because Perl distrusts them while the real and the effective user differ. Any name is safe
    # here, because it is in this folder.
    return grep { !/^\.\.?$/ } map { /^(.*)$/s } readdir $all;
}
